#!/usr/bin/env python3
"""Opens report.html in a browser and looks at it: check_page.py SGFKIT

Makes a report of the bundled sample in each language, opens it in headless Chromium with a script of ours at its end,
and checks that no error reaches the console, that charts and boards are drawn and named, that the filter and the sorting
work, that nothing is wider than a phone's screen, and that each board holds the stones that `sgfkit show` prints.
Where no Chromium is installed, says so and does nothing."""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# The narrowest window that Chromium opens is wider than a phone, so the page is shown in a frame of a phone's width.
PHONE = 360

WATCH = """<script>window.problems=[];window.addEventListener('error',function(e){problems.push(String(e.message))});
console.error=console.warn=function(){problems.push(Array.from(arguments).join(' '))};</script>"""

LOOK = """<script>window.addEventListener('load',function(){
var seen={},all=function(s,e){return Array.from((e||document).querySelectorAll(s))};
var rows=function(){return all('.flagged tbody')},visible=function(){return rows().filter(function(b){return b.getClientRects().length>0})};
var drawn=function(svg){var r=svg.getBoundingClientRect();return {title:svg.querySelector('title').textContent,
 desc:svg.querySelector('desc').textContent,width:r.width,height:r.height,
 bars:all('rect[fill="#020000"],circle[fill="#020000"]',svg).length}};
seen.charts=all('svg.chart').map(drawn);
var fill=all('svg.chart rect[fill="#020000"]')[0];seen.colour=fill?getComputedStyle(fill).fill:'';
seen.rows=rows().length;
var find=document.getElementById('find'),kind=document.getElementById('kind');
seen.filters=document.querySelector('.filters').getClientRects().length>0;
find.value='SUICIDE.sgf';find.dispatchEvent(new Event('input'));
seen.found=visible().map(function(b){return b.dataset.kind});
find.value='';find.dispatchEvent(new Event('input'));
kind.value='ko-retake';kind.dispatchEvent(new Event('change'));
seen.ofKind=visible().map(function(b){return b.dataset.kind});
kind.value='';kind.dispatchEvent(new Event('change'));
seen.status=document.getElementById('shown').textContent;
var button=all('.flagged th button').pop(),moves=function(){return rows().map(function(b){return +b.dataset.move})};
button.click();seen.up=moves();seen.sort=button.parentNode.getAttribute('aria-sort');button.click();seen.down=moves();
all('details').forEach(function(d){d.open=true});
var dots=function(svg,name){return all('path',svg).filter(function(p){return p.getAttribute('class')===name})
 .map(function(p){return p.getAttribute('d')}).join('')};
seen.boards=rows().map(function(b){var svg=b.querySelector('svg.board');return {file:b.dataset.file,game:b.dataset.game,
 kind:b.dataset.kind,black:dots(svg,'black'),white:dots(svg,'white'),blackDead:dots(svg,'black dead'),
 whiteDead:dots(svg,'white dead'),mark:all('[data-point]',svg).map(function(m){return m.dataset.point}),
 width:svg.getBoundingClientRect().width,title:svg.querySelector('title').textContent}});
var width=document.documentElement.clientWidth;
seen.wide=all('main *').filter(function(e){return !e.closest('svg')&&!e.closest('.scroll')&&e.getBoundingClientRect().right>width+1})
 .map(function(e){return e.tagName+'.'+e.className});
seen.problems=window.problems;
(window.parent||window).postMessage(JSON.stringify(seen),'*');
});</script>"""

FRAME = """<!doctype html><meta charset="utf-8"><pre id="outcome"></pre>
<script>window.addEventListener('message',function(e){document.getElementById('outcome').textContent=e.data})</script>
<iframe style="width:%dpx;height:800px;border:0" srcdoc="%s"></iframe>"""


def browse(browser, page, width):
    """What the page says of itself, in a frame of this width."""
    page = page.replace("<meta charset", WATCH + "<meta charset", 1).replace("</body>", LOOK + "</body>")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "frame.html")
        path.write_text(FRAME % (width, html.escape(page)), encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                   "--window-size=1300,900", "--virtual-time-budget=5000", "--dump-dom", path.as_uri()]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    found = re.search(r'<pre id="outcome">(.*?)</pre>', ran.stdout, re.S)
    if not found or not found.group(1):
        sys.exit(f"the page said nothing: {ran.stderr[-2000:]}")
    return json.loads(html.unescape(found.group(1)))


def dots(path):
    return {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h0", path)}


def shown(tool, board):
    """The stones that `sgfkit show` prints: by letter, points from the top left."""
    choice = ["--count"] if board["kind"] in ("winner-differs", "impossible-margin") else [f"--finding={board['kind']}"]
    command = [tool, "show", board["file"], "--game", board["game"], "--ascii", *choice]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    stones = {letter: set() for letter in "XOxo"}
    rows = re.findall(r"^ ?(\d+)([ (\[].*[ )\]])(\d+)$", text, re.M)
    # A position that comes back is drawn below.
    rows = rows[: next((n for n in range(1, len(rows)) if int(rows[n][0]) >= int(rows[n - 1][0])), len(rows))]
    for y, (_, row, _) in enumerate(rows):
        for x, letter in enumerate(row[1::2]):
            if letter in stones:
                stones[letter].add((x, y))
    return stones


def main():
    tool = sys.argv[1]
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no Chromium is installed: the page is not looked at")
        return
    wrong = []

    def expect(condition, what):
        if not condition:
            wrong.append(what)

    for language in ["en", "zh"]:
        with tempfile.TemporaryDirectory() as out:
            command = [tool, "report", "testdata/sample", "--out", out, "--lang", language, "--fail-on", "never", "--quiet"]
            subprocess.run(command, check=True)
            page = pathlib.Path(out, "report.html").read_text(encoding="utf-8")
        for width in [1200, PHONE]:
            seen = browse(browser, page, width)
            where = f"{language}, {width} wide"
            expect(not seen["problems"], f"{where}: {seen['problems']}")
            expect(not seen["wide"], f"{where}: wider than the page: {seen['wide'][:5]}")
            expect(len(seen["charts"]) >= 4, f"{where}: {len(seen['charts'])} charts")
            for chart in seen["charts"]:
                expect(chart["title"] and chart["desc"] and chart["bars"], f"{where}: {chart}")
                expect(chart["width"] > 250 and chart["height"] > 140, f"{where}: {chart}")
            expect(seen["colour"] not in ("", "rgb(2, 0, 0)"), f"{where}: the bars have the colour {seen['colour']}")
            expect(seen["filters"], f"{where}: the filters do not show")
            expect(seen["found"] == ["suicide"], f"{where}: filtered by text {seen['found']}")
            expect(seen["ofKind"] == ["ko-retake"], f"{where}: filtered by kind {seen['ofKind']}")
            expect(seen["status"] == f"{seen['rows']} / {seen['rows']}", f"{where}: status {seen['status']}")
            expect(seen["sort"] == "ascending" and seen["up"] == sorted(seen["up"]), f"{where}: sorted {seen['up']}")
            expect(seen["down"] == sorted(seen["down"], reverse=True), f"{where}: sorted back {seen['down']}")
            expect(len(seen["boards"]) >= 6, f"{where}: {len(seen['boards'])} boards")
            for board in seen["boards"]:
                stones = shown(tool, board)
                drawn = {"X": "black", "O": "white", "x": "blackDead", "o": "whiteDead"}
                for letter, name in drawn.items():
                    expect(dots(board[name]) == stones[letter], f"{where}: {board['file']}: {name} stones differ")
                expect(stones["X"] and board["title"] and board["width"] > 200, f"{where}: {board}")
                is_marked = board["kind"] in ("winner-differs", "impossible-margin") or len(board["mark"]) == 1
                expect(is_marked, f"{where}: {board['file']}: marks {board['mark']}")
    if wrong:
        sys.exit("\n".join(wrong))
    print("the page holds, in two languages, wide and narrow")


main()
