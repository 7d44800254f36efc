/** Shows `data-tooltip`, which repeats a button's name, state or description, on hover and keyboard focus. */
export function startTooltips(): void {
  const tip = document.createElement('div');
  tip.className = 'tooltip';
  tip.popover = 'manual';
  tip.role = 'tooltip';
  document.body.append(tip);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownFor: Element | undefined;
  let closedAtMs = Number.NEGATIVE_INFINITY;

  function setTarget(target: Element | undefined): void {
    if (target === shownFor && timer === undefined) return;
    close();
    if (!target) return;
    const delayMs = performance.now() - closedAtMs < noDelayWithinMs ? 0 : openDelayMs;
    timer = setTimeout(open, delayMs, target);
  }

  function open(target: HTMLElement): void {
    timer = undefined;
    if (!target.isConnected) return;
    tip.textContent = target.dataset.tooltip ?? '';
    tip.showPopover();
    place(tip, target);
    shownFor = target;
  }

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!shownFor) return;
    shownFor = undefined;
    closedAtMs = performance.now();
    tip.hidePopover();
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || target === tip) return;
    setTarget(findTarget(target));
  });
  document.addEventListener('focusin', ({ target }) => {
    const button = findTarget(target);
    if (button?.matches(':focus-visible')) open(button);
  });
  document.addEventListener('focusout', close);
  document.addEventListener('pointerdown', close);
  document.addEventListener('scroll', close, { capture: true, passive: true });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
}

const openDelayMs = 700;
const noDelayWithinMs = 300;

function findTarget(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-tooltip]') ?? undefined) : undefined;
}

/** Below its target, or above it if there is no room; always within the window. */
function place(tip: HTMLElement, target: Element): void {
  const gap = 6;
  const margin = 8;
  const around = target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = around.bottom + gap;
  const top = below + height + margin > innerHeight ? around.top - gap - height : below;
  const left = around.left + around.width / 2 - width / 2;
  tip.style.top = `${top}px`;
  tip.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
}
