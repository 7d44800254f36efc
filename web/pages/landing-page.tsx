import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { enter } from '../auth/entrance.ts';
import { goToSignUp } from '../auth/user.ts';
import { Button } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';

/** What Parley is, for who comes for the first time, and the ways in. */
export function LandingPage() {
  const [pressed, setPressed] = useState<'first' | 'second'>();
  const isEntering = pressed !== undefined;
  const navigate = useNavigate();

  useEffect(() => {
    if (!isEntering) return;
    const timer = setTimeout(() => {
      enter();
      // The way back leads to where they came from.
      navigate('/', { replace: true });
      scrollTo(0, 0);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [isEntering, navigate]);

  return (
    <div className="mx-auto max-w-5xl animate-rise">
      <section aria-labelledby="welcome" className="py-10 text-center sm:py-16">
        <h1 id="welcome" className="mx-auto max-w-2xl text-4xl font-bold tracking-tight sm:text-6xl">
          Say it in their language
        </h1>
        <p className="mx-auto mt-5 max-w-md text-lg leading-relaxed text-balance text-muted">
          Speak or type. Read the translation, and hear it read aloud. Parley works in your browser, without
          an account.
        </p>
        <div className="mx-auto mt-8 flex max-w-md flex-col justify-center gap-3 sm:max-w-none sm:flex-row">
          <Button
            look="primary"
            isDisabled={isEntering}
            onClick={() => setPressed('first')}
            className={large}
          >
            {pressed === 'first' ? 'Entering...' : 'Use as Guest'}
          </Button>
          <Button onClick={() => goToSignUp()} className={large}>
            Register for Free Account
          </Button>
        </div>
        <p className="mt-4 text-sm text-balance text-muted">
          Start translating immediately • No limits • Full access to all features
        </p>
      </section>

      <section aria-label="What it does">
        <ul className="grid gap-3 sm:gap-4 md:grid-cols-3">
          {features.map(({ icon, title, text }) => (
            <li key={title} className="rounded-card border border-line bg-surface p-4 card-shadow sm:p-6">
              <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon name={icon} />
              </span>
              <h2 className="mt-4 text-lg font-semibold tracking-tight">{title}</h2>
              <p className="mt-2 leading-relaxed text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="how" className="py-10 sm:py-16">
        <h2 id="how" className="text-center text-3xl font-bold tracking-tight">
          How it works
        </h2>
        <ol className="mt-8 grid gap-6 md:grid-cols-3 md:gap-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-4 md:flex-col md:items-center md:text-center">
              <span
                aria-hidden="true"
                className="grid size-11 shrink-0 place-items-center rounded-full border border-line font-semibold text-accent"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
                <p className="mt-1 leading-relaxed text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="mt-8 flex justify-center">
          <Button
            look="primary"
            isDisabled={isEntering}
            onClick={() => setPressed('second')}
            className={large}
          >
            {pressed === 'second' ? 'Entering...' : 'Start Translating Now'}
          </Button>
        </div>
      </section>
    </div>
  );
}

const delayMs = 500;

const large = 'min-h-13 px-6 text-lg';

const features: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'microphone',
    title: 'Speech recognition',
    text: 'Say it as you would to a person. Parley writes down what it heard.',
  },
  {
    icon: 'swap',
    title: '36 languages',
    text: 'Pick yours and theirs from the list, and swap them with a tap.',
  },
  {
    icon: 'speaker',
    title: 'Natural speech',
    text: 'Each translation is read aloud, at the speed that suits the listener.',
  },
];

const steps: readonly { title: string; text: string }[] = [
  { title: 'Speak', text: 'Tap the button and talk, or type.' },
  { title: 'Translate', text: 'What you said stands there in their language.' },
  { title: 'Listen', text: 'Play it aloud, or show it on the screen.' },
];
