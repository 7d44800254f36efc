import type { BrowserContext, Page } from 'playwright';

/** A page's own recogniser, which hears what a test says. */
export interface ScriptedRecogniser {
  /** Waits until it listens. */
  listening(): Promise<void>;
  /** It has begun, where `begins` kept it from doing so by itself. */
  begin(): Promise<void>;
  /** All that it has heard so far; every part but the last is final. */
  hearing(...parts: string[]): Promise<void>;
  /** The same of somebody who goes on speaking: no silence ends it. */
  talking(...parts: string[]): Promise<void>;
  /** The last word on it: final, and over. */
  heard(text: string, confidence?: number): Promise<void>;
  /** Its result when it is asked to end; until then it reports no speech and no silence. */
  keeping(text: string): Promise<void>;
  fail(code: string): Promise<void>;
  /** How often it was started, and whether it is at work. */
  seen(): Promise<{ starts: number; isAtWork: boolean }>;
}

/**
 * Gives a page, or the pages of a browser, a recogniser that does what it is told.
 *
 * @param options `begins: false`: it waits for `begin`, as while somebody is asked for a permission
 */
export async function giveRecogniser(
  where: Pick<BrowserContext | Page, 'addInitScript'>,
  options: { begins: boolean } = { begins: true },
): Promise<void> {
  await where.addInitScript(installRecogniser, options);
}

/** Takes it away: what is left is the recorder. */
export async function hideRecogniser(where: Pick<BrowserContext | Page, 'addInitScript'>): Promise<void> {
  await where.addInitScript(() => {
    Reflect.deleteProperty(window, 'SpeechRecognition');
    Reflect.deleteProperty(window, 'webkitSpeechRecognition');
  });
}

export function recogniserOf(page: Page): ScriptedRecogniser {
  return {
    async listening() {
      await page.waitForFunction(() => window.recogniser.hasBegun);
    },
    begin: () => page.evaluate(() => window.recogniser.begin()),
    hearing: (...parts) => page.evaluate((parts) => window.recogniser.hear(parts), parts),
    talking: (...parts) => page.evaluate((parts) => window.recogniser.talk(parts), parts),
    heard: (text, confidence = 0.9) =>
      page.evaluate(
        ({ text, confidence }) => {
          window.recogniser.hear([text], confidence);
          window.recogniser.end();
        },
        { text, confidence },
      ),
    keeping: (text) =>
      page.evaluate((text) => {
        window.recogniser.kept = text;
      }, text),
    fail: (code) => page.evaluate((code) => window.recogniser.fail(code), code),
    seen: () =>
      page.evaluate(() => ({ starts: window.recogniser.starts, isAtWork: window.recogniser.isAtWork })),
  };
}

/** Runs in the page. */
export function installRecogniser({ begins }: { begins: boolean }): void {
  let current: Recogniser | undefined;
  let talk: ReturnType<typeof setInterval> | undefined;

  function tell(parts: string[], confidence?: number): void {
    const results = parts.map((transcript, index) =>
      Object.assign([{ transcript, confidence: confidence ?? 0.8 }], {
        isFinal: confidence !== undefined || index < parts.length - 1,
      }),
    );
    current?.onresult({ results });
  }

  const script: Script = {
    starts: 0,
    isAtWork: false,
    hasBegun: false,
    kept: undefined,
    begin() {
      script.hasBegun = true;
      current?.onstart();
    },
    hear(parts, confidence) {
      clearInterval(talk);
      tell(parts, confidence);
    },
    talk(parts) {
      script.hear(parts);
      talk = setInterval(tell, 250, parts);
    },
    fail(code) {
      current?.onerror({ error: code });
      script.end();
    },
    end() {
      clearInterval(talk);
      const ending = current;
      current = undefined;
      Object.assign(script, { isAtWork: false, hasBegun: false });
      ending?.onend();
    },
  };

  class Recogniser {
    declare onstart: () => void;
    declare onresult: (event: object) => void;
    declare onerror: (event: { error: string }) => void;
    declare onend: () => void;

    start(): void {
      current = this;
      script.starts += 1;
      script.isAtWork = true;
      if (begins) queueMicrotask(script.begin);
    }
    stop(): void {
      queueMicrotask(() => {
        if (script.kept !== undefined) script.hear([script.kept], 0.9);
        script.end();
      });
    }
    abort(): void {
      queueMicrotask(script.end);
    }
  }
  Object.assign(window, {
    recogniser: script,
    SpeechRecognition: Recogniser,
    webkitSpeechRecognition: Recogniser,
  });
}

interface Script {
  starts: number;
  isAtWork: boolean;
  hasBegun: boolean;
  kept: string | undefined;
  begin(): void;
  hear(parts: string[], confidence?: number): void;
  talk(parts: string[]): void;
  fail(code: string): void;
  end(): void;
}

declare global {
  interface Window {
    recogniser: Script;
  }
}
