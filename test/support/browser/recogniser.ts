import type { BrowserContext, Page } from 'playwright';

/** Gives a page, or the pages of a browser, a scripted recogniser. */
export async function giveRecogniser(where: Pick<BrowserContext | Page, 'addInitScript'>): Promise<void> {
  await where.addInitScript(installRecogniser, { begins: true });
}

/** Removes it, so that the page uses the recorder. */
export async function hideRecogniser(where: Pick<BrowserContext | Page, 'addInitScript'>): Promise<void> {
  await where.addInitScript(forgetRecogniser);
}

/** Runs in the page. */
export function forgetRecogniser(): void {
  Reflect.deleteProperty(window, 'SpeechRecognition');
  Reflect.deleteProperty(window, 'webkitSpeechRecognition');
}

/** The scripted recogniser of a page. */
export function recogniserOf(page: Page) {
  return {
    /** Waits until it listens. */
    async listening() {
      await page.waitForFunction(() => window.recogniser.hasBegun);
    },
    /** All words so far; every part except the last is final, and no silence ends it. */
    talking: (...parts: string[]) => page.evaluate((parts) => window.recogniser.talk(parts), parts),
    /** A final result, then the end. */
    heard: (text: string, confidence = 0.9) =>
      page.evaluate(
        ({ text, confidence }) => {
          window.recogniser.hear([text], confidence);
          window.recogniser.end();
        },
        { text, confidence },
      ),
    /** Its result after `stop()`; until then it reports neither speech nor silence. */
    keeping: (text: string) =>
      page.evaluate((text) => {
        window.recogniser.kept = text;
      }, text),
    fail: (code: string) => page.evaluate((code) => window.recogniser.fail(code), code),
  };
}

/**
 * Runs in the page.
 *
 * @param options `begins: false`: it waits for `begin`, as during a permission prompt. `endsLate`: it ignores `stop()`
 *   until `end`, as Chrome does while the connection hangs
 */
export function installRecogniser({ begins, endsLate = false }: RecogniserOptions): void {
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
      if (current === this) throw new DOMException('recognition has already started.', 'InvalidStateError');
      current = this;
      script.starts += 1;
      script.isAtWork = true;
      if (begins) queueMicrotask(script.begin);
    }
    stop(): void {
      if (endsLate) return;
      queueMicrotask(() => {
        if (script.kept !== undefined) script.hear([script.kept], 0.9);
        script.end();
      });
    }
    /** Chrome reports an abort as an error. */
    abort(): void {
      queueMicrotask(() => {
        if (current === this) script.fail('aborted');
      });
    }
  }
  Object.assign(window, {
    recogniser: script,
    SpeechRecognition: Recogniser,
    webkitSpeechRecognition: Recogniser,
  });
}

export interface RecogniserOptions {
  readonly begins: boolean;
  readonly endsLate?: boolean;
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
