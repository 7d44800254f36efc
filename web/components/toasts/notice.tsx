import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../icon.tsx';

/** A danger notice has no role: a toast or the caller’s `alert` announces it. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div
      role={tone === 'danger' ? undefined : 'status'}
      className={`flex animate-rise items-start gap-3 rounded-control px-4 py-3 ${
        tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-ink'
      }`}
    >
      <Icon name={tone === 'danger' ? 'alert' : 'info'} className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <div className="min-w-0 flex-1 basis-52 leading-relaxed wrap-anywhere">{children}</div>
        {action}
      </div>
    </div>
  );
}

export function NoticeButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" className="-my-2 min-h-11 font-semibold underline underline-offset-4" {...props} />
  );
}

interface NoticeProps {
  tone: 'plain' | 'danger';
  children: ReactNode;
  action?: ReactNode;
}
