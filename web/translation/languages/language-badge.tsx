import { Icon } from '../../components/icon.tsx';

/** Whether a language is understood (`microphone`) or spoken (`speaker`) here: struck out where it is not. */
export function Badge({ name, isLacking }: { name: 'microphone' | 'speaker'; isLacking: boolean }) {
  return (
    <span
      data-badge={name}
      data-lacking={isLacking || undefined}
      className="relative text-muted data-lacking:opacity-50"
    >
      <Icon name={name} className="size-4.5" />
      {isLacking && (
        <span className="absolute inset-0 m-auto h-5 w-0 rotate-45 border-l-2 border-ink outline outline-surface" />
      )}
    </span>
  );
}
