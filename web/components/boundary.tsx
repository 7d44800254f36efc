import { Component, type ReactNode } from 'react';
import { reload } from '../browser/leaving.ts';
import * as texts from '../texts/site.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

/** Keeps an error in its children from taking down the rest of the page. `main.tsx` reports it. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { isBroken: false, failures: 0 };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    this.props.onBroken?.();
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override render(): ReactNode {
    const { children, broken } = this.props;
    if (!this.state.isBroken) return children;
    if (broken !== undefined) return broken;
    const retry = () => this.setState({ isBroken: false });
    return <SectionBroken onRetry={this.state.failures > 1 ? undefined : retry} />;
  }
}

interface BoundaryProps {
  children: ReactNode;
  /** In place of children that threw. By default a message, with a button that tries again, then one that reloads. */
  broken?: ReactNode;
  /** Runs while the effects of the children still do. */
  onBroken?: () => void;
}

interface State {
  readonly isBroken: boolean;
  readonly failures: number;
}

function SectionBroken({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <div role="alert">
      <Notice
        tone="danger"
        action={
          <NoticeButton onClick={onRetry ?? reload}>{onRetry ? texts.tryAgain : texts.reload}</NoticeButton>
        }
      >
        {texts.sectionBroken}
      </Notice>
    </div>
  );
}
