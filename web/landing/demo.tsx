import { phrases } from '../../shared/phrases.ts';
import { Icon } from '../components/icon.tsx';

export function Demo() {
  return (
    <figure className="demo">
      <figcaption className="sr-only">
        Examples of a sentence spoken, transcribed, translated and read aloud.
      </figcaption>
      <div className="rounded-card border border-line bg-surface p-5 float-shadow lg:p-6">
        <ul className="scenes grid grid-cols-1">
          {scenes.map((scene) => (
            <SceneText key={scene.place} scene={scene} />
          ))}
          <Controls />
        </ul>
      </div>
      <fieldset className="mt-4 flex flex-wrap gap-x-1.5 gap-y-1">
        <legend className="sr-only">Show an example</legend>
        <label className={`all ${optionClasses}`}>
          <input type="radio" name="scene" value="all" defaultChecked className="sr-only" />
          All
        </label>
        {scenes.map(({ place }) => (
          <label key={place} className={`place ${optionClasses}`}>
            <input type="radio" name="scene" value={place} className="sr-only" />
            {place}
          </label>
        ))}
      </fieldset>
    </figure>
  );
}

function SceneText({ scene }: { scene: Scene }) {
  const { place, source, target, spoken, translation } = scene;
  return (
    <li className="scene contents">
      <p className="languages row-start-1 flex flex-wrap items-center gap-x-3 font-medium">
        <span className="sr-only">{place}.</span>
        <span lang={source.code} className="flex-1">
          {source.name}
        </span>
        <span className="sr-only">to</span>
        <span
          aria-hidden="true"
          className="grid size-9 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Icon name="swap" className="size-4" />
        </span>
        <span lang={target.code} className="flex-1 text-right">
          {target.name}
        </span>
      </p>
      <p
        lang={source.code}
        dir="auto"
        className="transcript row-start-3 mt-4 flex min-h-16 min-w-0 items-center rounded-control bg-sunken px-4 py-3 text-lg"
      >
        {spoken}
      </p>
      <p
        lang={target.code}
        dir="auto"
        className="translation row-start-4 mt-5 min-h-[2.6em] text-translation font-medium tracking-tight"
      >
        {translation}
      </p>
    </li>
  );
}

function Controls() {
  return (
    <li aria-hidden="true" className="contents">
      <div className="row-start-2 grid justify-items-center gap-4 pt-6">
        <span className="relative grid size-20 place-items-center rounded-full bg-accent text-on-accent">
          <span className="ring absolute inset-0 rounded-full bg-accent" />
          <Icon name="microphone" className="relative size-8" />
        </span>
        <span className="text-muted">Tap to speak</span>
      </div>
      <span className="row-start-5 mt-4 inline-flex min-h-11 items-center gap-2.5 justify-self-start rounded-control border border-line px-4 font-medium">
        <Icon name="speaker" />
        Speak
      </span>
    </li>
  );
}

const optionClasses =
  'relative inline-flex min-h-11 cursor-pointer items-center rounded-full px-3 text-sm sm:px-3.5 font-medium text-muted transition-colors duration-150 hover:text-ink has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent';

const english = { code: 'en', name: 'English' };
const spanish = { code: 'es', name: 'Español' };

/** `landing.css` expects four. */
const scenes = [
  {
    place: 'Station',
    source: english,
    target: spanish,
    spoken: findPhrase('en-train-station'),
    translation: '¿Dónde está la estación de tren?',
  },
  {
    place: 'Taxi',
    source: { code: 'zh-CN', name: '简体中文' },
    target: english,
    spoken: findPhrase('zh-address'),
    translation: 'Please take me to this address.',
  },
  {
    place: 'Restaurant',
    source: { code: 'hi', name: 'हिन्दी' },
    target: english,
    spoken: findPhrase('hi-vegetarian'),
    translation: 'I’m vegetarian.',
  },
  {
    place: 'Shop',
    source: spanish,
    target: { code: 'ja', name: '日本語' },
    spoken: findPhrase('es-card'),
    translation: 'カードで払えますか？',
  },
] as const;

type Scene = (typeof scenes)[number];

function findPhrase(id: string): string {
  const phrase = phrases.find((each) => each.id === id);
  if (!phrase) throw new Error(`Unknown phrase: ${id}`);
  return phrase.text;
}
