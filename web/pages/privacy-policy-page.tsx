import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../components/controls/link.tsx';
import { contactAddress } from '../contact.ts';
import { BackLink } from './back-link.tsx';

/** What is kept of whom, for how long, and what one can do about it: each sentence is what the code does. */
export function PrivacyPolicyPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // This part comes after the browser has looked for the section that the address names.
    const section = document.getElementById(location.hash.slice(1));
    if (section) {
      section.scrollIntoView();
      section.focus({ preventScroll: true });
    } else if (history.state?.key) {
      // From another page of the site, whose end the reader may have come from.
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink />
      <article className="leading-relaxed">
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl font-bold tracking-tight outline-none">
          Privacy Policy
        </h1>
        <p className="mt-1 text-muted">Last updated August 22, 2025</p>
        <Summary />
        <nav aria-labelledby="on-this-page" className="mt-8">
          <h2 id="on-this-page" className="text-lg font-semibold tracking-tight">
            On this page
          </h2>
          <ul className="mt-2 grid" style={inColumns}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id}>
            <h2
              id={id}
              tabIndex={-1}
              className="mt-10 text-xl font-bold tracking-tight outline-none"
              style={keptWithNext}
            >
              {title}
            </h2>
            {text}
          </section>
        ))}
      </article>
      <p className="mt-10">
        <a href="/licences.txt" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Licences of what this site is made with
        </a>
      </p>
    </div>
  );
}

function Summary() {
  return (
    <div className="mt-5 rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 className="text-lg font-semibold tracking-tight">In short</h2>
      <List>
        <li>Your voice is turned into text, by your browser or by us. We keep no recordings.</li>
        <li>
          What you translate is kept in your own browser, and with Premium in your account as well, for you
          alone, until you remove it. In private mode it is kept nowhere.
        </li>
        <li>You need no account. With one, we know your name and your e-mail address.</li>
        <li>There is no advertising and no tracking by others, and nothing is sold.</li>
        <li>You can download what we hold about you, and delete your account, at any time.</li>
      </List>
    </div>
  );
}

const sections: readonly Section[] = [
  {
    id: 'information',
    title: 'Information We Collect',
    text: (
      <>
        <Part title="Audio and Speech Data">
          <P>
            The microphone is open only while you record, after you have allowed it in your browser. Your
            voice becomes text in one of two ways:
          </P>
          <List>
            <li>
              <strong>By your browser.</strong> Most people’s speech is recognised by their own browser. We
              never get that audio. Your browser’s maker may: Chrome sends it to Google, and Safari may send
              it to Apple, under their own privacy policies.
            </li>
            <li>
              <strong>By us.</strong> With Premium, and where your browser cannot do it, the audio goes
              through our servers to Amazon Transcribe and comes back as text. It is held in memory only. Some
              browsers record in a format that has to be stored to be recognised: then the clip and its
              transcript lie in a locked storage for as long as that takes, seconds as a rule, and are deleted
              afterwards. Should deleting fail, the storage deletes them by itself within two days.
            </li>
          </List>
          <P>
            The text that you speak or type goes to Amazon Translate and comes back to you. Our servers forget
            it then, unless you have Premium: Premium keeps your translations in a history, with their
            languages, times and stars. It also takes in what your browser has kept before or while you were
            offline. With private mode on, our servers keep nothing, with Premium either. With ‘Detect
            language’ Amazon Comprehend finds out which language the text is in. What ‘Check the meaning’
            translates back is kept nowhere. When a translation is read aloud, Premium uses Amazon Polly.
            Everybody else hears a voice of their own browser. We choose one that speaks on your device; where
            your browser has only voices from the internet for a language, it sends the text to its maker.
          </P>
          <P>
            The quick phrases are the same for everybody. Their translations are stored once, and nothing says
            who has used them.
          </P>
          <P>
            A link that you copy or share holds your text and the two languages. They stand in the part of the
            address that browsers keep to themselves: we do not learn of it when somebody opens the link.
            Whoever has the link can read them.
          </P>
        </Part>
        <Part title="Usage Information">
          <List>
            <li>
              <strong>How much you use.</strong> We count translations, characters, seconds of speech and
              failed requests for each user a day and a month, and for each guest in all, because allowances
              and fair use need it. A user’s counts stand under a code made from the e-mail address. With each
              counted translation stands a code made from the request, so that one that is sent twice is
              counted once; your words cannot be read from it. Of Premium we count the translations of a
              minute, against misuse.
            </li>
            <li>
              <strong>Your network address.</strong> For guests we count how much comes from one address a
              day, and for everybody how many requests from it fail in an hour. The address itself is not
              stored: a code that only we can compute stands for it.
            </li>
            <li>
              <strong>Your settings:</strong> languages, speaking speed, automatic playback and the
              microphone’s sensitivity.
            </li>
            <li>
              <strong>Technical logs.</strong> Each call of our servers leaves a line: the time, what was
              called, whether it worked, how long it took, languages, and numbers of characters or bytes.
              Where an account translates or uses our voices, its number stands there too, so that we find
              misuse. No words, no names and no network address stand in it.
            </li>
            <li>
              <strong>Analytics.</strong> Totals of each day (accounts, translations, subscriptions, revenue),
              and a list of what happened on that day: an account was made, a subscription began or ended, an
              invoice was paid. The list has the moment, and for a payment Stripe’s invoice number, the amount
              and the plan. It names nobody.
            </li>
          </List>
        </Part>
        <Part title="Account Information (Optional)">
          <P>
            If you make an account, we hold your first and last name, your e-mail address, a random account
            number, the day you joined, and the numbers of sessions that you have signed out of. Amazon
            Cognito keeps your password, and your second factor if you set one up; we cannot read them. Amazon
            also records each visit to the sign-in page, with its network address.
          </P>
          <P>
            If you subscribe, you give your card to Stripe. We never see its number. We hold Stripe’s number
            for you, your plan, its state and dates, and the next charge. While an attempt to subscribe has
            not succeeded, we hold the card’s brand and last four digits as well. So that the free trial is
            given once, we remember a code made from your e-mail address, and Stripe’s code for the card, each
            with the number of the account that had it.
          </P>
        </Part>
        <Part title="Cookies and Storage in Your Browser">
          <P>
            Parley sets only what it needs to work. None of it follows you to other sites. On an encrypted
            connection most of the cookies’ names begin with <Name>__Host-</Name>.
          </P>
          <Terms>
            <Term name={<Name>parley_guest</Name>}>
              A random number, so that your free translations are counted. 180 days.
            </Term>
            <Term name={<Name>parley_access, parley_refresh, parley_signed_in</Name>}>
              You are signed in. 30 days, or until you log out.
            </Term>
            <Term name={<Name>parley_login_…</Name>}>A sign-in that is under way. 5 minutes.</Term>
            <Term name={<Name>__stripe_mid, __stripe_sid</Name>}>
              Stripe’s, against fraud with cards. Set only when you have picked a plan to pay for. A year and
              30 minutes. Stripe also looks at your device and browser on that page.
            </Term>
            <Term name="Local storage">
              <Name>parley.settings</Name>: your settings. <Name>parley.languages</Name>: the languages that
              you have pinned, and the last ones that you have picked. <Name>parley.turned</Name>: you show
              translations upside down, to who sits opposite. <Name>parley.audio-unlocked</Name>: an iPhone
              may play sound. <Name>parley.activated</Name>: Stripe’s number for the purchase that you have
              been welcomed for. <Name>parley.account</Name>: your account’s number while you are signed in,
              so that your history is there without a connection. <Name>parley.phrasebook</Name>: whether you
              want the quick phrases in all languages. <Name>parley.style</Name>: whether you want
              translations formal, informal or without swear words. <Name>parley.shortcuts</Name>: that you
              have turned single keys off. Until you delete your data here, or the site’s data in your
              browser.
            </Term>
            <Term name="Database in your browser">
              <Name>parley.history</Name>: your latest 1,000 translations and all that you star, with their
              languages and times, so that you find them again, also without a connection. We cannot see it.
              What you keep as a guest goes along into your account when you sign in. When you sign out, what
              your account has as well is removed with the next visit; what only this browser has stays here
              under your account’s number, hidden from everybody else on these pages, until you sign in again.
              ‘Remove’ and ‘Clear history’ delete it, as does deleting your data here or the site’s data in
              your browser. Somebody who can use this device’s browser as you do could look into its storage:
              clear your history before you leave a device that is not yours.
            </Term>
            <Term name="Session storage">
              <Name>parley.entered</Name>: you have seen the welcome page, or a link has led you past it.{' '}
              <Name>parley.draft</Name>: what you had typed before you went to sign in or the page was loaded
              anew. <Name>parley.dialogue</Name>: what was said or typed in a conversation, in text, until you
              clear it. <Name>parley.input-methods</Name>: what has worked for your voice.{' '}
              <Name>parley.private</Name>: private mode is on in this tab. Until you close the tab.
            </Term>
            <Term name="Cache storage">
              Parley’s own files, the quick phrases in the languages that you pick or in all, and the sound of
              quick phrases that were spoken, so that they are there without a connection. Nothing that you
              have typed or said. Kept in your browser until you delete the site’s data there; the phrases and
              their sounds also go with ‘Remove from this device’, and when you delete your data here.
            </Term>
          </Terms>
          <P>
            The sign-in page is Amazon Cognito’s, at an address of its own, with cookies of its own. While a
            payment is being confirmed, the tab’s history holds Stripe’s number for it.
          </P>
        </Part>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How We Use Information',
    text: (
      <>
        <List>
          <li>To recognise, translate and speak what you ask for.</li>
          <li>To keep the free allowances fair, and to stop misuse.</li>
          <li>
            To sign you in, to remember your settings, and to keep your history in your account if you have
            Premium.
          </li>
          <li>To take payments, and to give each person one free trial.</li>
          <li>To see how many people use Parley and whether it works well.</li>
          <li>To answer you when you write to us.</li>
        </List>
        <P>
          We do not train models with your words or your voice, make no profile of you, and send no
          advertising.
        </P>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'How We Share Information',
    text: (
      <>
        <Part title="Translation API Provider">
          <P>
            Amazon Web Services does the work behind the page: Amazon Translate gets the text, Amazon
            Comprehend the text whose language is to be found out, Amazon Transcribe the audio that is
            recognised by us, and Amazon Polly the text that Premium has read aloud. They do not learn who you
            are. By Amazon’s opt-out policy for AI services we have forbidden them to keep what they are sent
            in order to improve their services.
          </P>
        </Part>
        <Part title="No Sale of Data">
          <P>We do not sell your information, and we do not give it to anybody for advertising.</P>
        </Part>
        <Part title="Service Providers">
          <List>
            <li>
              <strong>Amazon Web Services</strong> runs our servers and databases, the sign-in (Cognito), its
              mails, and the delivery of the pages.
            </li>
            <li>
              <strong>Stripe</strong> takes payments. It gets your card from you, your e-mail address and your
              account number from us, and keeps invoices as the law asks.
            </li>
            <li>
              <strong>Your browser’s maker</strong> may get your voice or a translation, as said under{' '}
              <a href="#information" className="underline underline-offset-4">
                Information We Collect
              </a>
              .
            </li>
          </List>
        </Part>
        <Part title="Other Users">
          <P>
            Whoever is signed in can open the page User Analytics, unless we have closed it to all but our own
            staff. It shows each account as a random number, with the day it joined, its plan’s state, and
            when a trial or a subscription ends. Names and e-mail addresses are shown to our own staff alone.
          </P>
        </Part>
        <P>We also share what a court or the law obliges us to.</P>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How Long We Keep Information',
    text: (
      <>
        <P>
          Audio is not permanently stored. Analytics are kept for up to 2 years. You can delete your account
          at any time.
        </P>
        <Terms>
          <Term name="Audio">
            Not kept. In the rare case above: for as long as it takes, two days at most.
          </Term>
          <Term name="Translations">
            Not kept by us without Premium. With it, until you remove them or delete your account; they stay
            readable after Premium has ended. In your browser: the latest 1,000 and the starred ones, until
            you remove them.
          </Term>
          <Term name="Account and subscription">
            Until you delete your account. We do not delete accounts that are not used.
          </Term>
          <Term name="Settings">With your account. A guest’s: 30 days after the last change.</Term>
          <Term name="Counts of use">
            A user’s, and an address’s code: until the night after, 35 days at most; a user’s of a month:
            until the month has ended. A guest’s: about six months after the first visit.
          </Term>
          <Term name="Analytics">Up to 2 years.</Term>
          <Term name="Record of free trials">
            As long as there is a free trial. It outlives the account, or deleting it would bring another
            trial.
          </Term>
          <Term name="Technical logs">
            30 days. Amazon’s own record of visits to the sign-in page: 90 days.
          </Term>
          <Term name="Backups">What is deleted from our databases stays in their backups for 35 days.</Term>
          <Term name="Payments">Stripe keeps its records as long as the law asks.</Term>
        </Terms>
        <P>What has come to its end is deleted automatically, as a rule within a few days.</P>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your Rights',
    text: (
      <>
        <P>
          The card ‘Your data’ at the end of the{' '}
          <Link to="/speech-translator" className="underline underline-offset-4">
            translator
          </Link>{' '}
          does most of this at once, for guests as well:
        </P>
        <List>
          <li>
            <strong>See it and take it along.</strong> ‘Download my data’ gives you a file with your account,
            your subscription and attempts to subscribe, what we remember of your trial, your settings, your
            history in your account and your counts of use. The card ‘History’ gives you all of your history
            as a file, also what only your browser has. Your invoices and your card are with Stripe, under
            Manage Subscription.
          </li>
          <li>
            <strong>Delete it.</strong> ‘Delete my account’ ends your subscription at once, and deletes you at
            Stripe and in the sign-in, then your profile, settings, history and counts, and what this browser
            keeps. What stays: how much was used today and this month, under a code made from your e-mail
            address, until the day and the month have ended; analytics without a name, the record of free
            trials, Stripe’s records of payments, and backups and logs until they end. ‘Delete my data’
            deletes a guest’s settings, the history in this browser and the codes of single requests; how many
            translations were used stays.
          </li>
          <li>
            <strong>Remove single translations</strong> in the history, or all of them.
          </li>
          <li>
            <strong>Correct it.</strong> Write to us to have your name or e-mail address changed.
          </li>
          <li>
            <strong>Say no.</strong> Type instead of speaking, use Parley without an account, or write to us
            if you object to something here. You may also complain to your data protection authority.
          </li>
        </List>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <P>
        Everything travels encrypted and is stored encrypted. The cookies of your session cannot be read by
        scripts. Each part of our system can reach only the data that it needs, and our logs hold no words of
        yours. No system is perfectly safe; if something happens to your data, we will tell you as the law
        asks.
      </P>
    ),
  },
  {
    id: 'children',
    title: 'Children’s Privacy',
    text: (
      <P>
        Parley is not meant for children under 13, and we do not knowingly collect information about them. We
        do not ask for anybody’s age. If you believe that a child has made an account, write to us and we will
        delete it.
      </P>
    ),
  },
  {
    id: 'transfer',
    title: 'International Transfer',
    text: (
      <P>
        Our servers are in the United States. If you use Parley from elsewhere, your information is sent to
        the United States and processed there, where the law may protect it less than at home.
      </P>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    text: (
      <P>
        When Parley changes, this page changes with it, and so does the date at its top. What is new counts
        from the day it stands here.
      </P>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <P>
        Questions, wishes and complaints:{' '}
        <a href={`mailto:${contactAddress}`} className="wrap-anywhere underline underline-offset-4">
          {contactAddress}
        </a>
        . We keep your message for as long as it takes to settle it.
      </P>
    ),
  },
];

interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-5 font-semibold" style={keptWithNext}>
        {title}
      </h3>
      {children}
    </>
  );
}

function P({ children }: { children: ReactNode }) {
  return <p className="mt-3">{children}</p>;
}

function List({ children }: { children: ReactNode }) {
  return <ul className="mt-3 grid list-disc gap-2 pl-5">{children}</ul>;
}

function Terms({ children }: { children: ReactNode }) {
  return <dl className="mt-4 border-t border-line">{children}</dl>;
}

/** What there is, and what is said of it: beside each other where there is room. */
function Term({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-b border-line py-3" style={unbroken}>
      <dt className="font-semibold" style={narrow}>
        {name}
      </dt>
      <dd style={wide}>{children}</dd>
    </div>
  );
}

/** Names of cookies are longer than a phone is wide. */
function Name({ children }: { children: string }) {
  return <code className="wrap-anywhere">{children}</code>;
}

/** On paper a heading does not end a page, nor does an entry go on to the next. */
const keptWithNext = { breakAfter: 'avoid', scrollMarginTop: '1rem' } as const;
const unbroken = { breakInside: 'avoid' } as const;
const narrow = { flex: '1 1 11rem' };
const wide = { flex: '3 1 20rem' };
const inColumns = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))' };
