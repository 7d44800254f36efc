import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StepPicture } from '../../../../web/speech/guides/step-picture.tsx';

test.each(['permissions', 'switch', 'allow', 'dictation', 'computer', 'speak'] as const)(
  'the microphone in the picture “%s” is drawn with the lines of the picture, whatever its size',
  (name) => {
    const { container } = render(<StepPicture name={name} />);
    const width = Number(container.querySelector('svg')?.getAttribute('stroke-width'));
    const microphone = container.querySelector('path[transform]');
    const scale = Number(/scale\((.+)\)/.exec(microphone?.getAttribute('transform') ?? '')?.[1]);
    expect(Number(microphone?.getAttribute('stroke-width')) * scale).toBeCloseTo(width);
  },
);

test.each(['dictation', 'computer'] as const)(
  'the microphone in the picture “%s” is in the middle of its circle',
  (name) => {
    const { container } = render(<StepPicture name={name} />);
    const microphone = container.querySelector('path[transform]');
    const circle = microphone?.parentElement?.querySelector('circle');
    const [x, y, scale] = [...`${microphone?.getAttribute('transform')}`.matchAll(/-?[\d.]+/g)].map(Number);
    // The microphone is drawn in a square of 24.
    const middle = [x, y].map((from = Number.NaN) => from + 12 * (scale ?? Number.NaN));
    expect(middle).toEqual(['cx', 'cy'].map((name) => expect.closeTo(Number(circle?.getAttribute(name)))));
  },
);
