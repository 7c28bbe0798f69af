"""The timeline of the page `album`: where its operations are drawn, and what can be done with it."""

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase

CANVAS = ".timeline-canvas"
MINIMAP = ".minimap"

#: The end of the run `album`, in milliseconds, which is where its timeline ends.
END = 120

#: Heights of the parts of the timeline, in pixels.
AXIS, HEADING, LANE = 22, 24, 24


class TimelineTestCase(PageTestCase):
    """A test of the timeline."""

    def open(self, name, fragment=""):
        super().open(name, fragment)
        self.script("document.querySelector('#timeline').scrollIntoView()")
        self.settle()

    def range(self):
        """The visible part, in milliseconds."""
        given = self.fragment()
        return float(given.get("from", 0)) / 1e6, float(given.get("to", END * 1e6)) / 1e6

    def eventually_shows(self, begin, end, delta=0.01):
        """Waits until the visible part is this one, in milliseconds."""
        def is_shown():
            return all(abs(now - wanted) <= delta for now, wanted in zip(self.range(), (begin, end)))

        try:
            self.until(is_shown)
        except TimeoutException:
            self.assertEqual(self.range(), (begin, end))

    def place(self, ms, lane):
        """Where a moment is in a lane of the first queue, from the canvas's top left corner, while all is shown."""
        return round(self.width(CANVAS) * ms / END), AXIS + HEADING + LANE * lane + LANE // 2

    def count(self, name):
        """How many pixels of the canvas have a colour of the page."""
        height = self.script("return document.querySelector(arguments[0]).clientHeight", CANVAS)
        return self.colors(CANVAS, 0, 0, self.width(CANVAS), height).count(self.color(name))

    def width(self, selector):
        """How wide an element is, in pixels."""
        return self.script("return document.querySelector(arguments[0]).clientWidth", selector)

    def move(self, selector, x, y):
        """Actions that begin with the mouse over a place of an element."""
        element = self.find(selector)
        size = element.size
        return ActionChains(self.driver, duration=0).move_to_element_with_offset(
            element, round(x - size["width"] / 2), round(y - size["height"] / 2)
        )

    def hover(self, ms, lane):
        self.move(CANVAS, *self.place(ms, lane)).perform()

    def click(self, ms, lane):
        self.move(CANVAS, *self.place(ms, lane)).click().perform()

    def drag(self, selector, start, end):
        """Drags over an element, in steps as a hand does."""
        (x1, y1), (x2, y2) = start, end
        actions = self.move(selector, x1, y1).click_and_hold()
        for step in range(1, 5):
            before, now = (step - 1) / 4, step / 4
            actions.move_by_offset(
                round(x1 + (x2 - x1) * now) - round(x1 + (x2 - x1) * before),
                round(y1 + (y2 - y1) * now) - round(y1 + (y2 - y1) * before),
            )
        actions.release().perform()

    def wheel(self, ms, lane, down, key=None):
        """Turns the wheel over a place."""
        element = self.find(CANVAS)
        x, y = self.place(ms, lane)
        size = element.size
        origin = ScrollOrigin.from_element(element, round(x - size["width"] / 2), round(y - size["height"] / 2))
        actions = ActionChains(self.driver, duration=0)
        if key:
            actions.key_down(key)
        actions.scroll_from_origin(origin, 0, down)
        if key:
            actions.key_up(key)
        actions.perform()

    def press(self, *keys, selector=CANVAS):
        """Gives an element the focus, unless it has it, and presses keys."""
        self.script(
            "const e = document.querySelector(arguments[0]);"
            "if (document.activeElement !== e) e.focus({ preventScroll: true });",
            selector,
        )
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def status(self):
        """What the line below the timeline says."""
        return self.text("#timeline-status")

    def status_begins(self, words):
        """Waits until the line below the timeline begins with words."""
        self.eventually_equal(lambda: self.status()[: len(words)], words)


__all__ = ["CANVAS", "END", "Keys", "MINIMAP", "TimelineTestCase"]
