"""The search finds what the command finds by the same filter, and says the same of one with a mistake."""

import re
import subprocess

import pages
from browser import PageTestCase

FILTERS = (
    "cover", "COVER", "scale", '"decode cover"', "'save album'", "*cover", "?ecode*", "#3", "id:4", "id:#4",
    "name:album", 'name="save album"', "name=album", "class=operation", "class=ScaleOperation", "queue='images'", 'name="*"', "thread=main", "class:Scale*", "class:ScaleOperation", "queue:up", "thread:main", "note:dark",
    "is:failed", "is:barrier", "is:cancelled", "is:succeeded", "is:unfinished", "is:critical", "is:executing", "is:stalled",
    "execution>15ms", "execution >= 20 ms", "execution<1us", "wait>30ms", "wait<=200us", "wait<=25ms", "elapsed>0.06s", "slack>1ms", "slack=0s",
    "potential>5ms", "potential<1ms", "not cover", "!cover", "cover or album", "cover | album", "cover || album",
    "cover and scale", "cover && scale", "cover scale", "not (cover or album)", "cover or album and not is:critical",
    "zzz", '"a \\" b"', "name:\"*\"", "execution>15ms and not is:critical",
)

#: About names with numbers, and with what has a meaning in patterns and elsewhere.
HOSTILE_FILTERS = ('"%n%0"', '"%n%00"', "00", "0", "op=1", '"op=1"', "#1", "__proto__", "class:__proto__", "note:broken", "w*w", "*")

MISTAKES = (
    "(", ")", "cover)", "()", "cover and", "and", "or cover", "not", "clas:x", "is:staled", "is:", "name:", ":x", ">5ms",
    "execution>", "execution>5", "execution>5 parsecs", "executoin>5ms", "size>5ms", "colour:x", "is:green", "name=", "is=stalled", "name=and", '"never closed', "id:x", "#x", "name:and",
    "cover and (scale or (album)",
)


class FilterTests(PageTestCase):
    def asked(self, words):
        """What the command says of a filter: how many operations it holds for, or what is wrong and where."""
        trace = pages.trace(self.page)
        done = subprocess.run(
            [pages.BIN / "optrace", "timeline", trace, "--focus", words], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return int(re.search(r"^([\d,]+) of [\d,]+ operations: --focus", done.stdout, re.M)[1].replace(",", ""))
        if "no operation is like that" in done.stderr:
            return 0
        reason, _, mark = done.stderr.rstrip("\n").split("\n")
        return re.sub(r"; see `optrace help timeline`$", "", reason.removeprefix("optrace: --focus: ")), len(mark) - 3

    def found(self, words):
        """What the search of the page says of it, in the same form."""
        self.script(
            "const field = document.querySelector('#search'); field.value = arguments[0];"
            " field.dispatchEvent(new Event('input')); document.querySelector('#search-result').textContent = '';", words
        )
        self.until(lambda: self.text("#search-result"), words)
        result = self.text("#search-result")
        if self.find("#search").get_attribute("aria-invalid") == "true":
            return result, len(self.text(".filter-error").split("\n")[1]) - 1
        return 0 if result.startswith("no operation") else int(result.split()[0].replace(",", ""))

    def test_the_search_finds_what_the_command_finds(self):
        counts = []
        for words in FILTERS:
            with self.subTest(words=words):
                counts.append(self.asked(words))
                self.assertEqual(self.found(words), counts[-1])
        self.assertGreater(len(set(counts)), 5, "the filters tell too little apart")

    def test_a_mistake_is_told_in_the_same_words_at_the_same_place(self):
        for words in MISTAKES:
            with self.subTest(words=words):
                self.assertEqual(self.found(words), self.asked(words))


class HostileFilterTests(FilterTests):
    page = "hostile"

    def test_the_search_finds_what_the_command_finds(self):
        for words in HOSTILE_FILTERS:
            with self.subTest(words=words):
                self.assertEqual(self.found(words), self.asked(words))
