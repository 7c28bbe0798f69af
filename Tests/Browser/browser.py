"""A Chromium without a window, and what the tests ask of a page in it."""

import atexit
import functools
import itertools
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import pages

#: How long to wait for what must come, in seconds: long, as the machine may be busy. Nothing waits for it to pass.
PATIENCE = 30

_openings = itertools.count()

#: Runs before any script of a page: keeps what is drawn as text on canvases, and when the page was made.
OBSERVER = """
window.drawnTexts = [];
window.drawnBoxes = [];
window.rectangles = {};
const numbers = new Map();
const numberOf = (canvas) => numbers.get(canvas) ?? numbers.set(canvas, numbers.size).get(canvas);
const { fillText, fillRect, clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
  const { className: canvas, clientWidth: room } = this.canvas;
  window.drawnTexts.push({ owner: numberOf(this.canvas), canvas, text, x, y, width: this.measureText(text).width, room });
  return fillText.call(this, text, x, y, ...rest);
};
CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
  window.rectangles[this.canvas.className] = (window.rectangles[this.canvas.className] ?? 0) + 1;
  if (width >= 12 && height >= 10) {
    window.drawnBoxes.push({ owner: numberOf(this.canvas), canvas: this.canvas.className, x, y, width, height });
  }
  return fillRect.call(this, x, y, width, height);
};
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  window.rectangles[this.canvas.className] = 0;
  const isOther = ({ owner }) => owner !== numberOf(this.canvas);
  window.drawnTexts = window.drawnTexts.filter(isOther);
  window.drawnBoxes = window.drawnBoxes.filter(isOther);
  return clearRect.call(this, ...box);
};
new MutationObserver((_, observer) => {
  if (document.documentElement?.dataset.ready === undefined) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.paintedAt = performance.now(); }));
}).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
"""


@functools.cache
def chromium():
    """The browser that all tests share; works as root and without a display."""
    options = webdriver.ChromeOptions()
    options.binary_location = pages.program("chromium")
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-extensions",
        "--no-first-run",
        "--force-color-profile=srgb",
        "--window-size=1400,1000",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(pages.program("chromedriver")), options=options)
    atexit.register(driver.quit)
    driver.set_script_timeout(PATIENCE)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVER})
    return driver


class PageTestCase(unittest.TestCase):
    """A test of one page, opened anew for each; no test may leave a message in the console."""

    #: Which page is opened before each test, see pages.py; None for none.
    page = "album"

    @classmethod
    def setUpClass(cls):
        cls.driver = chromium()

    def setUp(self):
        self.resize(1400, 1000)
        self.emulate()
        if self.page:
            self.open(self.page)

    def tearDown(self):
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        self.assertEqual(messages, [], "the console is not empty")

    # What is done to a page.

    def open(self, name, fragment=""):
        """Opens a page anew and waits until it is made."""
        # The query makes another address of it each time: else only the fragment would change.
        self.driver.get(f"{pages.address(name)}?{next(_openings)}{fragment}")
        self.until(lambda: self.script("return document.documentElement.dataset.ready !== undefined"))
        self.settle()

    def resize(self, width, height, is_mobile=False):
        """Gives the page a size."""
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=is_mobile,
        )
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=is_mobile, maxTouchPoints=2 if is_mobile else 1)

    def emulate(self, media="", **features):
        """Tells the page what it is shown on, such as prefers_color_scheme='dark'."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.cdp("Emulation.setEmulatedMedia", media=media, features=wanted)

    def cdp(self, command, **arguments):
        """Sends a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(command, arguments)

    def script(self, script, *arguments):
        """Runs a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def settle(self):
        """Waits until what was asked to be drawn is drawn."""
        self.driver.execute_async_script(
            "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
        )

    def until(self, condition, message=""):
        """Waits until something holds, and gives it."""
        return WebDriverWait(self.driver, PATIENCE, 0.02).until(lambda _: condition(), message)

    def eventually_equal(self, get, wanted):
        """Waits until something is as wanted; says what it is where that never comes."""
        seen = None

        def holds():
            nonlocal seen
            seen = get()
            return seen == wanted

        try:
            WebDriverWait(self.driver, PATIENCE, 0.02).until(lambda _: holds())
        except Exception:  # what it is tells more than that the time is over
            self.assertEqual(seen, wanted)

    # What is asked of it.

    def find(self, selector):
        """The first element of a selector."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        """All elements of a selector."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        """The text of the first element of a selector."""
        return self.script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def fragment(self):
        """What stands in the fragment of the address, by key."""
        return self.script("return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")

    def texts_beyond_their_boxes(self):
        """The elements out of which text runs, as it can be seen."""
        return self.script(BEYOND)

    def drawn(self, canvas):
        """The texts and boxes that were drawn last on the canvas of a class."""
        self.settle()
        texts, boxes = self.script("return [window.drawnTexts, window.drawnBoxes]")
        return [[each for each in kind if each["canvas"] == canvas] for kind in (texts, boxes)]

    def pixels(self, selector):
        """What a canvas shows, as a text that is the same for the same picture."""
        self.settle()
        return self.script("return document.querySelector(arguments[0]).toDataURL()", selector)

    def colors(self, selector, x, y, width, height):
        """The colours in a part of a canvas, as [red, green, blue] by row from the top left on."""
        self.settle()
        return self.script(
            """
            const [selector, x, y, width, height] = arguments;
            const copy = document.createElement('canvas');
            [copy.width, copy.height] = [width, height];
            const context = copy.getContext('2d', { willReadFrequently: true });
            context.drawImage(document.querySelector(selector), x, y, width, height, 0, 0, width, height);
            const { data } = context.getImageData(0, 0, width, height);
            const found = [];
            for (let place = 0; place < data.length; place += 4) found.push([data[place], data[place + 1], data[place + 2]]);
            return found;
            """,
            selector, round(x), round(y), width, height,
        )

    def color(self, name):
        """A colour of the page as it is now, as [red, green, blue]."""
        value = self.script("return getComputedStyle(document.documentElement).getPropertyValue(arguments[0]).trim()", f"--{name}")
        return [int(value[place : place + 2], 16) for place in (1, 3, 5)]

    def frame_times(self, script, count):
        """Milliseconds from frame to frame, while before each a script is run that gets the number of the frame."""
        return self.driver.execute_async_script(
            """
            const [source, count, done] = arguments;
            const step = new Function('frame', source);
            const times = [];
            let last = null;
            function next(now) {
              if (last !== null) times.push(now - last);
              last = now;
              if (times.length === count) return done(times);
              step(times.length);
              requestAnimationFrame(next);
            }
            requestAnimationFrame(next);
            """,
            script, count,
        )


#: Elements with text of their own whose text is wider or higher than they are, though nothing is to be scrolled there.
BEYOND = """
const found = [];
const isSeen = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest('.unseen, .skip');
for (const element of document.body.querySelectorAll('*')) {
  if (element.closest('svg, script, style, noscript') || !isSeen(element)) continue;
  const own = Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  for (const node of own) {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width === 0) continue;
      // What is cut or can be scrolled does not run out.
      let box = element;
      while (box && getComputedStyle(box).overflowX === 'visible' && getComputedStyle(box).display === 'inline') box = box.parentElement;
      if (!box || getComputedStyle(box).overflowX !== 'visible') continue;
      const room = box.getBoundingClientRect();
      if (line.right > room.right + 1.5 || line.left < room.left - 1.5) {
        found.push(`${element.tagName}.${element.className}: ${node.textContent.slice(0, 60)}`);
        break;
      }
    }
  }
}
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
return found;
"""
