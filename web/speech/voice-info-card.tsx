import { useState } from 'react';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/speech.ts';

/** In the header: the room that the guest's banner will fill, so that nothing moves. With very large text, a second row. */
export const headerBanner = 'min-h-11 min-w-0 flex-2 @max-[13rem]:row-start-2 @[44rem]:max-w-56';

/** In the header of a computer: the room of the button that opens the conversation. */
export const headerConversation = 'hidden md:block md:min-w-42';

/** A sentence, never cut. In a narrow header, or with `isSmall`, it starts as an icon that opens it. */
export function VoiceInfoCard({ isSmall = false }: { isSmall?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isIcon = isSmall && !isOpen;
  return (
    <section
      aria-labelledby="card-voice-recording"
      className={`flex min-w-0 text-sm ${isOpen ? 'order-last col-span-2 basis-full' : `@max-[13rem]:row-start-2 ${isSmall ? '' : '@[64rem]:flex-1'}`}`}
    >
      <h2 id="card-voice-recording" className="sr-only">
        {texts.voiceRecording}
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={isIcon ? texts.voiceRecording : undefined}
        data-tooltip={isIcon ? texts.voiceRecording : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 text-start text-muted"
      >
        <Icon name="info" className="size-5 shrink-0 text-accent" />
        {!isIcon && (
          <span className={`flex-1 ${isOpen ? 'py-2' : 'text-xs/4 @max-[64rem]:sr-only'}`}>
            {texts.voiceInfo}
          </span>
        )}
      </button>
    </section>
  );
}
