# SPDX-License-Identifier: MIT
"""Reports as people see them: in a browser, with a pointer, with a keyboard, on a phone."""
import os
import subprocess

import pytest
from browser import CHROMIUM, Browser

COMAC = os.environ["COMAC_COMMAND"]
DATA = os.environ["COMAC_SOURCE"] + "/data"

pytestmark = pytest.mark.skipif(not os.path.exists(CHROMIUM), reason=f"there is no {CHROMIUM}")


def comac(*words):
    return subprocess.run([COMAC, *map(str, words)], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Iris with labels; 40 clusters; names that are up to no good; another system; a comparison."""
    folder = tmp_path_factory.mktemp("pages")
    known, forty, hostile = folder / "known.csv", folder / "forty.csv", folder / "hostile.csv"
    comac("sample", f"{DATA}/iris.csv", "--truth-column", "class", "--labelled", "0.2", "--wrong", "0.1", "-o", known)
    comac("generate", "blobs", "--clusters", 40, "--rows", 2000, "--dimensions", 5, "--distance", 12, "-o", forty)
    name = "\"><script>console.error('ran')</script><img src=x onerror=alert(1)>"
    quoted = "".join('{},{},"{}{}"\n'.format(i + 100 * (i % 2), i % 3, name.replace('"', '""'), i) for i in range(60))
    column = name.replace('"', '""')
    hostile.write_text(f'"{column}","{column}2",id\n{quoted}')
    out = ["-o", folder / "out.csv"]
    comac("cluster", f"{DATA}/iris.csv", "--clusters", 3, "--truth-column", "class", "--labels", known, "--allow-violations", "--report", folder / "iris.html", *out)
    comac("cluster", forty, "--clusters", 40, "--truth-column", "class", "--report", folder / "forty.html", *out)
    comac("cluster", hostile, "--clusters", 2, "--id-column", "id", "--report", folder / "hostile.html", *out)
    comac("cluster", f"{DATA}/iris.csv", "--clusters", 3, "--ignore", "class", "--method", "k-means", "--report", folder / "k-means.html", *out)
    comac("compare", f"{DATA}/iris.csv", "--clusters", 3, "--truth-column", "class", "--labelled", "0.2", "--runs", 2,
          "--methods", "comac,k-means,label-spreading", "--report", folder / "compare.html", "--quiet")
    return folder


ALL = ["iris", "forty", "hostile", "k-means", "compare"]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("width", [1200, 390])
def test_opens_without_a_word_and_never_scrolls_sideways(browser, pages, name, width):
    browser.open(pages / f"{name}.html", width)
    assert browser.complaints == []
    assert browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert browser.evaluate("document.querySelectorAll('script,img').length") == 0
    assert browser.evaluate("document.querySelector('h1').getBoundingClientRect().height > 0")


TIP = "getComputedStyle(document.activeElement.nextElementSibling).opacity"


def test_the_keyboard_reaches_rows_and_their_values(browser, pages):
    browser.open(pages / "iris.html")
    reached = []
    for _ in range(12):
        browser.press("Tab", 9)
        reached.append(browser.evaluate("document.activeElement.name || document.activeElement.id || document.activeElement.tagName"))
        if reached[-1] == "row":
            break
    assert reached[-1] == "row", reached
    first = browser.evaluate("document.activeElement.nextElementSibling.textContent")
    assert "sepal_length" in first and "cluster" in first and "confidence" in first, first
    assert browser.evaluate(TIP) == "1"
    browser.press("ArrowRight", 39)
    second = browser.evaluate("document.activeElement.nextElementSibling.textContent")
    assert second != first and browser.evaluate(TIP) == "1"
    browser.press("Tab", 9)
    assert browser.evaluate("document.activeElement.name") != "row", "the rows are one stop"


def test_a_pointer_shows_the_values(browser, pages):
    browser.open(pages / "iris.html", height=2400)
    spot = "document.querySelectorAll('.spots label')[20]"
    box = browser.evaluate(f"(() => {{ const b = {spot}.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()")
    shown = f"getComputedStyle({spot}.querySelector('span')).opacity"
    assert browser.evaluate(shown) == "0"
    browser.move_pointer(*box)
    tips = "[...document.querySelectorAll('.spots span')].filter(s => getComputedStyle(s).opacity == '1').length"
    assert browser.evaluate(tips) >= 1


def test_what_people_ask_comes_first(browser, pages):
    browser.open(pages / "iris.html")
    headings = browser.evaluate("[...document.querySelectorAll('main > section > h2, .flow h2, summary.main')].map(h => h.textContent)")
    order = ["The rows", "The clusters", "Where to doubt: rows between clusters", "Suspicious labels and links", "Constraints"]
    places = [headings.index(heading) for heading in order]
    assert places == sorted(places), headings
    seen = browser.evaluate("document.querySelector('main').innerText.split('How it was found')[0]")
    assert " ms" not in seen and "bits of cost" not in seen


def test_columns_of_cards_are_filled_evenly(browser, pages):
    browser.open(pages / "iris.html")
    ends = browser.evaluate(
        "Object.values([...document.querySelectorAll('.flow > .card')].reduce((ends, card) => {"
        " const b = card.getBoundingClientRect(); ends[Math.round(b.x)] = Math.max(ends[Math.round(b.x)] || 0, b.bottom); return ends; }, {}))"
    )
    top = browser.evaluate("document.querySelector('.flow').getBoundingClientRect().top")
    heights = [end - top for end in ends]
    assert min(heights) > 0.35 * max(heights), heights


def test_forty_clusters_can_be_read(browser, pages):
    browser.open(pages / "forty.html")
    assert browser.evaluate("document.querySelectorAll('.clusters article').length") == 40
    numbers = browser.evaluate("[...document.querySelectorAll('svg .number')].map(t => t.textContent)")
    assert sorted(map(int, numbers)) == list(range(40)), "each cluster has its number in the picture"
    small = browser.evaluate(
        "[...document.querySelectorAll('main > section svg text')].filter(t => t.getBoundingClientRect().height > 0 &&"
        " t.getBoundingClientRect().height < 9).length"
    )
    assert small == 0, "no text is too small to be read"
    cells = browser.evaluate("document.querySelectorAll('.natural svg g > title').length")
    assert cells == 2 * 40 * 40, "every number of both tables can be asked for"


def test_toggles_hide_labels(browser, pages):
    browser.open(pages / "iris.html")
    visible = "getComputedStyle(document.querySelector('svg .labels')).display"
    assert browser.evaluate(visible) != "none"
    browser.evaluate("document.querySelector('#show-labels').focus()")
    browser.press(" ", 32)
    browser.evaluate("document.querySelector('#show-labels').checked = false")
    assert browser.evaluate(visible) == "none"
