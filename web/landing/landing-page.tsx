import { languages } from '../../shared/languages.ts';
import { limits } from '../../shared/limits.ts';
import { phrases } from '../../shared/phrases.ts';
import { plans } from '../../shared/plans.ts';
import type { RoutePath } from '../../shared/routes.ts';
import { buildLoginUrl } from '../auth/user.ts';
import { formatPrice } from '../billing/format.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { type RichParts, rich } from '../language/rich.ts';
import { fairUse } from '../texts/billing.tsx';
import * as texts from '../texts/pages/landing.ts';
import { examplePair } from './example-pair.ts';

export function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <Steps />
      <CallToAction />
      <Details />
      <p role="status" className="sr-only" />
    </>
  );
}

function Hero() {
  return (
    <section
      aria-labelledby="welcome"
      className="grid grid-cols-1 items-start gap-10 pt-5 pb-12 sm:pt-10 md:grid-cols-[minmax(min-content,1fr)_minmax(0,21rem)] lg:grid-cols-[minmax(min-content,1fr)_minmax(0,27rem)] lg:gap-14 lg:pb-32"
    >
      {/* Not centred: it would move while the example loads. */}
      <div className="md:pt-20">
        <div role="alert" data-sign-in-failed="" hidden className="mb-7">
          <Notice tone="danger">{texts.loginFailed({ title: (title) => <strong>{title}</strong> })}</Notice>
        </div>
        <h1
          id="welcome"
          className="text-[clamp(2.25rem,12.5vw,3rem)] leading-[1.05] font-bold tracking-tight wrap-break-word lg:text-[min(4.5rem,7vw)]"
        >
          {texts.welcome({
            them: (words) => (
              <span data-voice="them" className="inline-block max-w-full text-accent">
                {words}
              </span>
            ),
          })}
        </h1>
        <p className="mt-5 max-w-lg text-lg leading-relaxed text-pretty text-muted lg:mt-7 lg:text-xl">
          {texts.introduction}
        </p>
        <div className="mt-7 flex flex-col gap-3 sm:flex-row sm:flex-wrap lg:mt-9">
          <button type="button" data-entry="" className={`${entryClasses} sm:min-w-44`}>
            {texts.useAsGuest}
          </button>
          <a
            href={`${buildLoginUrl()}&signup`}
            className="inline-flex min-h-14 items-center justify-center rounded-control border border-edge bg-surface px-6 py-3 text-center text-lg font-semibold transition-colors duration-150 hover:bg-sunken"
          >
            {texts.register}
          </a>
        </div>
        <p className="mt-4 flex max-w-lg flex-wrap gap-x-1.5 text-sm text-muted">
          {texts.offer.split(/(?<=•) /).map((promise) => (
            <span key={promise}>{promise}</span>
          ))}
        </p>
        <p className="mt-1 max-w-lg text-sm text-pretty text-muted">{texts.guestAllowance}</p>
        <noscript>
          <p className="mt-5 max-w-lg rounded-control border border-edge bg-surface px-4 py-3">
            {texts.needsScript}
          </p>
        </noscript>
      </div>
      <Example />
    </section>
  );
}

/**
 * A form, so that it leads to the translator without a script as well. Its field has no name: no address shows the text.
 * The answer shows as long as the text is the example's.
 */
function Example() {
  return (
    <form
      action={translatorPath}
      aria-label={texts.example}
      className="grid overflow-hidden rounded-card border border-line bg-surface wrap-anywhere float-shadow print:hidden"
    >
      <div className="grid p-5 lg:p-6">
        <div className="flex items-center gap-3">
          <p className="flex-1 font-semibold text-accent">{texts.english}</p>
          <button
            type="submit"
            data-speak=""
            className="flex min-h-11 items-center gap-3 rounded-full text-sm text-muted"
          >
            <span>{texts.tapToSpeak}</span>
            <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon name="microphone" className="size-6" />
            </span>
          </button>
        </div>
        <textarea
          lang={examplePair.source}
          dir="ltr"
          rows={2}
          maxLength={limits.textCharacters.guest}
          aria-label={texts.typeYourText}
          defaultValue={phrases.find(({ id }) => id === 'en-train-station')?.text}
          className="mt-4 resize-none rounded-control border border-edge bg-surface px-4 py-3 text-lg"
        />
        <button
          type="submit"
          className="mt-4 min-h-12 rounded-control bg-accent-soft px-5 font-semibold text-accent transition-colors duration-150 hover:text-accent-strong"
        >
          {texts.translateText}
        </button>
      </div>
      <div data-voice="them" className="border-t border-line bg-accent-soft p-5 lg:p-6">
        <p className="font-semibold text-accent">
          <span className="sr-only">{texts.to}</span>
          <span lang="es">Español</span>
        </p>
        <p
          lang={examplePair.target}
          dir="ltr"
          data-answer=""
          className="mt-2 min-h-[2lh] text-[1.75rem] leading-tight font-medium tracking-tight"
        >
          ¿Dónde está la estación de tren?
        </p>
      </div>
    </form>
  );
}

const translatorPath: RoutePath = '/speech-translator';

function Features() {
  return (
    <section aria-label={texts.features}>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-3 md:grid-rows-[auto_1fr] md:gap-x-4 md:gap-y-0">
        {features.map(({ title, text, picture }) => (
          <li
            key={title}
            className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface card-shadow md:row-span-2 md:grid-rows-subgrid"
          >
            <div
              aria-hidden="true"
              className="grid min-h-36 place-items-center border-b border-line bg-sunken px-6 py-5"
            >
              {picture}
            </div>
            <div className="p-5 wrap-anywhere sm:p-6">
              <h2 className="text-xl font-semibold tracking-tight hyphens-auto">{title}</h2>
              <p className="mt-2 leading-relaxed text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps() {
  return (
    <section aria-labelledby="how" className="pt-16 lg:pt-24">
      <h2 id="how" className={headingClasses}>
        {texts.howItWorks}
      </h2>
      <ol className="mt-8 grid list-none gap-8 md:grid-cols-3 md:gap-10 lg:mt-10">
        {steps.map(({ text, icon }, index) => (
          <li key={icon} className="border-t-2 border-accent pt-5">
            <div aria-hidden="true" className="flex items-center justify-between text-accent">
              <span className="text-4xl font-bold tracking-tight tabular">{index + 1}</span>
              <Icon name={icon} className="size-7" />
            </div>
            {rich(text, stepParts)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function CallToAction() {
  return (
    <section
      aria-labelledby="ready"
      className="mt-14 flex flex-col gap-6 rounded-card bg-accent-soft p-6 sm:p-10 md:flex-row md:items-center md:justify-between lg:mt-20"
    >
      <div>
        <h2 id="ready" className={headingClasses}>
          {texts.ready}
        </h2>
        <p className="mt-2 text-lg text-pretty wrap-anywhere">{texts.oneTap}</p>
      </div>
      <button
        type="button"
        data-entry=""
        className={`${entryClasses} shrink-0 sm:self-start md:min-w-64 md:self-auto`}
      >
        {texts.startNow}
      </button>
    </section>
  );
}

function Details() {
  return (
    <section aria-labelledby="plain" className="pt-16 pb-6 lg:pt-24">
      <h2 id="plain" className={headingClasses}>
        {texts.details}
      </h2>
      <dl className="mt-8 grid gap-x-10 gap-y-8 wrap-anywhere sm:grid-cols-2 lg:mt-10">
        {facts.map(({ title, text, more }) => (
          <div key={title}>
            <dt className="flex items-center gap-3 text-lg font-semibold tracking-tight">
              <Icon name="check" className="size-6 shrink-0 text-accent" />
              {title}
            </dt>
            <dd className="mt-1 max-w-md ps-9 leading-relaxed text-pretty text-muted">
              <p>{text}</p>
              {more && (
                <details>
                  <summary className="py-2.5 underline underline-offset-4">{more.title}</summary>
                  <p>{more.text}</p>
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const headingClasses = 'text-3xl font-bold tracking-tight text-balance wrap-anywhere lg:text-4xl';

const entryClasses =
  'inline-flex min-h-14 print:hidden items-center justify-center rounded-control bg-accent px-7 py-3 text-lg font-semibold text-on-accent transition-colors duration-150 select-none hover:bg-accent-strong aria-disabled:cursor-progress aria-disabled:bg-accent-strong';

const features = [
  {
    ...texts.speechRecognition,
    picture: <Waveform />,
  },
  {
    ...texts.languages,
    picture: <LanguageNames />,
  },
  {
    ...texts.naturalSpeech,
    picture: <SpeedSlider />,
  },
];

const steps: readonly { text: string; icon: IconName }[] = [
  { text: texts.steps.speak, icon: 'microphone' },
  { text: texts.steps.translate, icon: 'swap' },
  { text: texts.steps.listen, icon: 'speaker' },
];

const stepParts: RichParts = {
  title: (text) => <h3 className="mt-4 text-xl font-semibold tracking-tight">{text}</h3>,
  text: (text) => <p className="mt-1 text-lg leading-relaxed text-pretty text-muted">{text}</p>,
};

const facts: readonly { title: string; text: string; more?: { title: string; text: string } }[] = [
  {
    title: texts.noAccount,
    text: texts.allowances(formatPrice(plans.parley_monthly)),
    more: { title: texts.fairUse, text: fairUse },
  },
  texts.noRecordings,
  texts.worksOffline,
  texts.noTracking,
];

function Waveform() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 64"
      className="h-16 w-full max-w-60"
      strokeWidth="4"
      strokeLinecap="round"
    >
      <path d={drawBars(0, 13)} className="stroke-accent" />
      <path data-voice="them" d={drawBars(13, loudness.length)} className="stroke-accent" />
    </svg>
  );
}

/** One person speaks, and the other answers. */
function drawBars(from: number, to: number): string {
  return loudness
    .map((level, index) => `M${index * 10 + 5} ${32 - level}V${32 + level}`)
    .slice(from, to)
    .join('');
}

const loudness = [1, 1, 3, 7, 14, 22, 16, 8, 3, 9, 19, 28, 24, 12, 5, 2, 8, 17, 21, 11, 4, 2, 1, 1];

function LanguageNames() {
  return (
    <p className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-lg font-medium">
      {shownLanguages.map(({ code, ownName }, index) => (
        <span key={code} lang={code} className={index % 3 === 1 ? 'text-accent' : ''}>
          {ownName}
        </span>
      ))}
    </p>
  );
}

const shownCodes = ['es', 'ja', 'hi', 'fr', 'ko', 'el', 'th', 'de', 'uk'];
const shownLanguages = shownCodes.flatMap((code) => languages.find((each) => each.code === code) ?? []);

function SpeedSlider() {
  return (
    <div className="w-full max-w-60">
      <p className="text-center text-3xl font-semibold tracking-tight tabular">0.8x</p>
      <svg
        aria-hidden="true"
        viewBox="0 0 240 24"
        className="mt-2 w-full rtl:-scale-x-100"
        strokeWidth="6"
        strokeLinecap="round"
      >
        <path d="M4 12H236" className="stroke-line" />
        <path d="M4 12H56" className="stroke-accent" />
        <circle cx="56" cy="12" r="9" className="fill-surface stroke-accent" />
      </svg>
      <p className="flex justify-between text-sm text-muted tabular">
        <span>0.5x</span>
        <span>2x</span>
      </p>
    </div>
  );
}
