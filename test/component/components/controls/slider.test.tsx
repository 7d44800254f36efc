import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Slider } from '../../../../web/components/controls/slider.tsx';

const speed = { min: 0.5, max: 2, step: 0.1 };

test.each([
  ['PageUp', false, { value: 40 }, 50],
  ['PageDown', false, { value: 40 }, 30],
  ['ArrowRight', true, { value: 40 }, 50],
  ['ArrowDown', true, { value: 40 }, 30],
  ['PageUp', false, { value: 95 }, 100],
  ['PageDown', false, { value: 5 }, 0],
  ['PageUp', false, { ...speed, value: 1.5 }, 2],
  ['ArrowLeft', true, { ...speed, value: 0.7 }, 0.5],
  ['PageUp', false, { ...speed, value: 0.7 }, 1.7],
])('a slider moves ten steps by %s, with Shift: %j, from %j to at most %d', (key, shiftKey, range, to) => {
  expect(press(key, shiftKey, range)).toEqual([false, [[to]]]);
});

test.each(['ArrowUp', 'ArrowLeft', 'Home', 'End', 'a'])('a slider leaves %s to the browser', (key) => {
  expect(press(key, false, { ...speed, value: 1 })).toEqual([true, []]);
});

function press(key: string, shiftKey: boolean, range: { value: number }) {
  const onChange = vi.fn();
  render(<Slider label="Speed" valueText="" {...range} onChange={onChange} />);
  return [fireEvent.keyDown(screen.getByRole('slider'), { key, shiftKey }), onChange.mock.calls];
}

test('a disabled slider keeps its value, by keyboard and by drag', () => {
  const onChange = vi.fn();
  render(<Slider label="Speed" valueText="50" value={50} isDisabled onChange={onChange} />);
  const slider = screen.getByRole('slider');
  fireEvent.keyDown(slider, { key: 'PageUp' });
  fireEvent.change(slider, { target: { value: '70' } });
  expect(onChange).not.toHaveBeenCalled();
  expect(slider).toHaveProperty('value', '50');
});
