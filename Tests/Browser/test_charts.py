"""The charts by queue: how many executed and waited, over what the timeline shows."""

from timeline import CANVAS, END, TimelineTestCase

#: Where the strip of what executes ends, and how high it is, in pixels.
FOOT, HEIGHT = 58, 44


class ChartTests(TimelineTestCase):
    def chart(self, number):
        """The selector of a chart."""
        return f".chart-frame:nth-child({number + 1}) .chart"

    def executing(self, ms, number=0, begin=0, end=END):
        """Which share of its strip the chart of a queue fills at a moment."""
        selector = self.chart(number)
        x = self.width(selector) * (ms - begin) / (end - begin)
        column = self.colors(selector, x, FOOT - HEIGHT, 1, HEIGHT)
        return round(column.count(self.color("executing")) / HEIGHT, 1)

    def setUp(self):
        super().setUp()
        self.script("document.querySelector('#charts').scrollIntoView()")
        self.until(lambda: self.find(self.chart(0)).get_attribute("height") == "148")

    def test_show_how_many_executed(self):
        self.eventually_equal(lambda: self.executing(5), 0.5)
        self.eventually_equal(lambda: self.executing(15), 1)
        self.eventually_equal(lambda: self.executing(70), 0)
        self.eventually_equal(lambda: self.executing(50, number=1), 0)
        self.eventually_equal(lambda: self.executing(70, number=1), 1)

    def test_follow_what_the_timeline_shows(self):
        self.script("location.hash = '#from=10500000&to=30500000'")
        self.eventually_equal(lambda: self.executing(19.5, begin=10.5, end=30.5), 1)
        self.eventually_equal(lambda: self.executing(29.5, begin=10.5, end=30.5), 0.5)
        ticks = [text["text"] for text in self.drawn("chart")[0] if text["text"].endswith(" ms")]
        self.assertIn("20 ms", ticks)
        self.assertNotIn("50 ms", ticks)

    def test_say_what_they_show(self):
        label = self.find(self.chart(0)).get_attribute("aria-label")
        self.assertEqual(label, "images: at most 2 operations at once, 0.6 on average, limit 2")
        texts = [text["text"] for text in self.drawn("chart")[0]]
        self.assertIn("executing, of 2", texts)

    def test_texts_stay_within(self):
        for width in (1400, 375):
            self.resize(width, 900)
            self.settle()
            texts = self.drawn("chart")[0]
            self.assertTrue(texts)
            for text in texts:
                self.assertGreaterEqual(text["x"], 0)
                self.assertLessEqual(text["x"] + text["width"], text["room"] + 0.5, text)

    def test_can_be_zoomed_themselves(self):
        self.script(
            """
            const canvas = document.querySelector(arguments[0]);
            const box = canvas.getBoundingClientRect();
            canvas.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -200, cancelable: true, clientX: box.left }));
            """,
            self.chart(0),
        )
        self.eventually_shows(0, END * 2.718281828 ** (-200 * 0.004))
        self.assertTrue(self.find(CANVAS).is_displayed())
