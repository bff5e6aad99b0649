import { expect, test } from "vitest";
import { deviceWords } from "./device-words";

test("a browser is called by its own name, not by those it descends from", () => {
  const told = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0": "Firefox on Linux",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":
      "Edge on Windows",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36":
      "Chrome on Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1":
      "Safari on iPhone",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15":
      "Safari on Mac",
  };
  for (const [userAgent, words] of Object.entries(told)) expect(deviceWords(userAgent)).toBe(words);
});

test("a program goes by its name, and what says nothing is unknown", () => {
  expect(deviceWords("curl/8.14.1")).toBe("curl");
  expect(deviceWords(null)).toBe("Unknown device");
  expect(deviceWords("(nothing)")).toBe("Unknown device");
});
