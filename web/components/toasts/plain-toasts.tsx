import { useStore } from '../../browser/store.ts';
import * as texts from '../../texts/site.ts';
import { Notice, NoticeButton } from './notice.tsx';
import { toasts } from './toasts.ts';

/** Says what a toast would say, while the code of toasts cannot be loaded: often the network's failure itself. */
export function PlainToasts() {
  const shown = useStore(toasts).filter(({ isOpen }) => isOpen);
  return (
    <div role="alert" className="fixed inset-x-0 top-0 z-100 p-4">
      {shown.map(({ id, title, description, tone }) => (
        <Notice
          key={id}
          tone={tone === 'destructive' ? 'danger' : 'plain'}
          action={<NoticeButton onClick={() => toasts.dismiss(id)}>{texts.dismiss}</NoticeButton>}
        >
          <p className="font-semibold">{title}</p>
          <p>{description}</p>
        </Notice>
      ))}
    </div>
  );
}
