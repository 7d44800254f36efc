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
