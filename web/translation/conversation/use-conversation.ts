import { useEffect, useState } from 'react';
import { isSignedIn } from '../../auth/signed-in.ts';
import { beforeLeaving } from '../../browser/leaving.ts';
import { useStore } from '../../browser/store.ts';
import { settings } from '../../settings/settings.ts';
import { thisBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { type Conversation, type ConversationEvent, next, startOfConversation } from './conversation.ts';
import { keepDraft, takeDraft } from './draft.ts';
import { hasLink } from './has-link.ts';
import { runConversation } from './run-conversation.ts';
import { createServices } from './services.ts';

const importLink = () => import('./link.ts');

/**
 * The conversation of this page, from the languages that were used last; leaving the page ends it. What stood in the
 * text area before the login is there again after it, and is translated where that was what the login was for.
 */
export function useConversation(): [Conversation, (event: ConversationEvent) => void] {
  const [running] = useState(() => {
    const { defaultSourceLang, defaultTargetLang } = settings.get();
    return runConversation(
      next,
      startOfConversation(defaultSourceLang, defaultTargetLang, thisBrowser()),
      createServices(),
    );
  });
  useEffect(() => {
    const draft = takeDraft();
    if (draft) running.send({ type: 'resumed', draft, isWanted: draft.isWanted && isSignedIn() });
    // Back from the login by the browser's button: everything is still there.
    addEventListener('pageshow', takeDraft);
    // What cannot be loaded stays in the address, and a reload asks for it again.
    const openLink = () =>
      hasLink() &&
      importLink()
        .then(({ takeLink }) => takeLink(running))
        .catch(() => {});
    openLink();
    addEventListener('hashchange', openLink);
    const stop = beforeLeaving({
      keep: (destination) => keepDraft(running.get(), destination),
      isBusy() {
        const { phase, clips } = running.get();
        // What was said and could not be recognised is kept nowhere else.
        return phase !== 'idle' || clips.length > 0;
      },
    });
    return () => {
      removeEventListener('pageshow', takeDraft);
      removeEventListener('hashchange', openLink);
      stop();
    };
  }, [running]);
  useEffect(() => {
    let isTouched = false;
    return settings.subscribe(({ origin }) => {
      isTouched ||= origin === 'here';
      const { defaultSourceLang: source, defaultTargetLang: target } = settings.get();
      if (!isTouched) running.send({ type: 'pair-arrived', source, target });
    });
  }, [running]);
  useEffect(() => {
    const leave = () => {
      running.send({ type: 'cancelled' });
      speaker.stop();
    };
    // Chrome's voice would go on after the document is gone.
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [running]);
  return [useStore(running), running.send];
}
