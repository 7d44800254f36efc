import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import type { Site } from './site.ts';

/** A visitor's task. The condition may change the world between `prepare` and `finish`. */
export interface Flow {
  readonly name: string;
  /** The address that it opens. */
  readonly path: string;
  readonly who: Who;
  /** How it listens. Without one, the page has the browser's own interfaces. */
  readonly voice?: 'browser' | 'server';
  /** Typed before the condition changes; it must be on the page afterwards. */
  readonly draft?: string;
  /** Optional interfaces that it depends on, by their names in `interfaces.ts`. */
  readonly uses?: readonly string[];
  prepare?(stage: Stage): Promise<void>;
  finish(stage: Stage): Promise<void>;
  /** Seen once the flow has succeeded. */
  success(page: Page): Locator;
}

export type Who = 'guest' | 'user' | 'subscriber';

/** A fault or a property of the browser, the device, the network or the server. */
export interface Condition {
  readonly name: string;
  concerns(flow: Flow): boolean;
  /** Whether the flow must still succeed. Otherwise a sentence may say what happened instead. */
  mustSucceed(flow: Flow): boolean;
  readonly options?: BrowserContextOptions;
  /** The page's clock is moved on while something is waited for. */
  readonly isSlow?: boolean;
  /** Needs a browser that keeps pages for Back. */
  readonly bringsPagesBack?: boolean;
  /** The page rightly waits, because the browser's own prompt is open. It shows this. */
  readonly waitsForPerson?: RegExp;
  /** Before the page opens. */
  before?(stage: Stage): Promise<unknown>;
  /** In the middle of the flow. */
  during?(stage: Stage): Promise<unknown>;
  /** The recogniser's behaviour, instead of hearing everything. */
  speak?(stage: Stage, words: string): Promise<unknown>;
  /** The server listens instead. */
  readonly hasNoRecogniser?: boolean;
  /** Words that stood on the screen before it failed. */
  readonly heard?: string;
  /** Flows whose words no browser can keep then. */
  forgets?(flow: Flow): boolean;
  /** Ends it, where it ends by itself in the real world. */
  lift?(stage: Stage): Promise<unknown>;
  /** Errors that the browser itself writes to the console. */
  readonly noise?: readonly RegExp[];
  /** @returns what is wrong only under this condition */
  judge?(stage: Stage): Promise<readonly string[]>;
}

/** One flow under one condition, in a new browser context. */
export interface Stage {
  readonly flow: Flow;
  readonly condition: Condition;
  readonly site: Site;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Takes the picture of what was found, once. */
  photograph(): Promise<void>;
}

export interface Cell {
  readonly flow: Flow;
  readonly condition: Condition;
}

/** Every flow under every condition that concerns it. */
export function makeMatrix(flows: readonly Flow[], conditions: readonly Condition[]): Cell[] {
  return conditions.flatMap((condition) =>
    flows.filter((flow) => condition.concerns(flow)).map((flow) => ({ flow, condition })),
  );
}
