import { screen } from '@testing-library/react';

/** Elements with this text that can be seen, other than what is only announced. jsdom has no stylesheet. */
export function findVisible(text: string): HTMLElement[] {
  return screen
    .queryAllByText(text)
    .filter(
      (each) =>
        !each.closest('[role=status]') && !each.closest('.visible, .invisible')?.matches('.invisible'),
    );
}
