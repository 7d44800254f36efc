import { Icon } from '../../components/icon.tsx';

/** Voice input (`microphone`) or a voice (`speaker`) for a language, struck out if it is missing. */
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
