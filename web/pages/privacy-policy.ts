/** Each sentence describes what the code does. Texts may contain `**bold**`, `` `name` `` and `[text](href)`. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A paragraph, a heading, a list, a table of terms, or collapsed blocks. */
export type Block =
  | string
  | { readonly heading: string }
  | { readonly items: readonly string[] }
  | { readonly terms: readonly (readonly [name: string, text: string])[] }
  | { readonly summary: string; readonly blocks: readonly Block[] };

export function listPolicySections(contactAddress: string): readonly Section[] {
  return [
    {
      id: 'information',
      title: 'Information We Collect',
      blocks: [...speech, ...usage, ...account, ...storage],
    },
    { id: 'use', title: 'How We Use Information', blocks: use },
    { id: 'sharing', title: 'How We Share Information', blocks: sharing },
    { id: 'retention', title: 'How Long We Keep Information', blocks: retention },
    { id: 'rights', title: 'Your Rights', blocks: rights },
    {
      id: 'security',
      title: 'Security',
      blocks: [
        'Everything is encrypted, in transit and at rest. Scripts cannot read your session cookies. Each part of our system can access only the data that it needs, and our logs contain none of your words. No system is completely secure. If your data is compromised, we will tell you as the law requires.',
      ],
    },
    {
      id: 'children',
      title: 'Children’s Privacy',
      blocks: [
        'Parley is not meant for children under 13, and we do not knowingly collect information about them. We do not ask for anyone’s age. If you believe that a child has created an account, write to us and we will delete it.',
      ],
    },
    {
      id: 'transfer',
      title: 'International Transfer',
      blocks: [
        'Our servers are in the United States. If you use Parley from elsewhere, your information is sent to the United States and processed there. Privacy law there may protect you less than the law where you live.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to This Policy',
      blocks: [
        'When Parley changes, we update this page and the date at the top. A change takes effect when we post it here.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        `Questions, requests and complaints: [${contactAddress}](mailto:${contactAddress}). We keep your message until we have dealt with it.`,
      ],
    },
  ];
}

export const summary: readonly string[] = [
  'Your browser or our servers turn your voice into text. We keep no recordings.',
  'Your translations are kept in your own browser until you remove them. Premium also keeps them in your account, where only you can read them. In private mode they are not saved anywhere.',
  'You do not need an account. If you create one, we store your name and email address.',
  'We show no advertising, allow no tracking by third parties, and never sell your data.',
  'You can download what we hold about you, and delete your account, at any time.',
];

const speech: readonly Block[] = [
  { heading: 'Audio and Speech Data' },
  'The microphone is open only while you record, after you have allowed it in your browser. Your voice becomes text in one of two ways:',
  {
    items: [
      '**By your browser.** Most people’s speech is recognised by their own browser. We never get that audio. Your browser’s maker may: Chrome sends it to Google, and Safari may send it to Apple, under their own privacy policies.',
      '**By us.** With Premium, and where your browser cannot do it, our servers send the audio to Amazon Transcribe while you speak, and get the text back. On the way, each short piece of audio is held in a database for about a second, and is deleted once it is read. If a server fails, it is deleted within minutes. The text is held there for a few minutes, so that you do not lose your words if the connection drops. This database has no backups.',
    ],
  },
  'The text that you speak or type goes to Amazon Translate, and you get the translation. Without Premium, our servers do not keep either. Premium keeps your translations in a history, with their languages, times and stars. It also adds what your browser saved earlier, or while you were offline.',
  'In private mode our servers save nothing, even with Premium. With ‘Detect language’, Amazon Comprehend detects the language of the text. ‘Translate back’ saves nothing.',
  'To read a translation aloud, Premium uses Amazon Polly. Everyone else hears their own browser’s voice. We choose one that speaks on your device. If your browser has only online voices for a language, it sends the text to its maker.',
  'The quick phrases are the same for everyone. We store their translations once, without a record of who used them.',
  'A link that you copy or share contains your text and the two languages, in a part of the address that browsers never send. We do not see it when someone opens the link. Anyone who has the link can read the text.',
];

const usage: readonly Block[] = [
  { heading: 'Usage Information' },
  {
    items: [
      '**How much you use.** To apply allowances and fair use, we count translations, characters, seconds of speech and failed requests. We count them for each user by day and month, and for each guest in total. A user’s counts are stored under a code made from the email address. Each counted translation has a code made from the request, so that a repeated request is counted once. Your words cannot be read from it. For Premium we also count the translations of each minute, to prevent misuse.',
      '**Your network address.** For guests we count how much comes from one address each day. For everyone we count failed requests per address and hour. We store a code that only we can compute, never the address itself.',
      '**Your settings:** languages, speaking speed, automatic playback and microphone sensitivity.',
      '**Technical logs.** Each call to our servers adds a line to a log: the time, what was called, whether it worked, how long it took, languages, and numbers of characters, bytes or seconds of speech. When a signed-in user translates, or uses our speech recognition or voices, the line also has their account number. We use it to find misuse. Logs contain no words, no names and no network addresses.',
      '**Analytics.** Daily totals (accounts, translations, subscriptions, revenue) and a list of each day’s events: an account was created, a subscription began or ended, an invoice was paid. Each event has its time, and a payment also has Stripe’s invoice number, the amount and the plan. The list contains no names.',
    ],
  },
];

const account: readonly Block[] = [
  { heading: 'Account Information (Optional)' },
  'If you create an account, we hold your first and last name, your email address, a random account number, the day you joined, and the IDs of sessions that you have signed out of. Amazon Cognito keeps your password, and your second factor if you set one up; we cannot read them. Amazon also records each visit to the sign-in page, with its network address.',
  'If you subscribe, you give your card details to Stripe. We never see the card’s number. We hold your customer number at Stripe, your plan, its status and dates, and the next charge. Until an attempt to subscribe succeeds, we also hold the card’s brand and last four digits. To give the free trial only once, we keep a code made from your email address and Stripe’s code for the card, each with its account ID.',
];

const storage: readonly Block[] = [
  { heading: 'Cookies and Storage in Your Browser' },
  'Parley stores only what it needs to work. None of it follows you to other sites. On an encrypted connection most of the cookies’ names begin with `__Host-`.',
  {
    summary: 'Every cookie and stored item',
    blocks: [
      {
        terms: [
          ['`parley_guest`', 'A random number that counts your free translations. 180 days.'],
          [
            '`parley_access, parley_refresh, parley_signed_in`',
            'Keep you signed in. 30 days, or until you log out.',
          ],
          ['`parley_login_…`', 'A sign-in in progress. 5 minutes.'],
          [
            '`__stripe_mid, __stripe_sid`',
            'Set by Stripe to prevent card fraud, only after you pick a plan to pay for. The first lasts a year, the second 30 minutes. Stripe also looks at your device and browser on that page.',
          ],
          [
            'Local storage',
            '`parley.settings`: your settings. `parley.languages`: the languages that you pinned or picked recently. `parley.pairs`: the pairs of languages that you used last. `parley.spoken`: your voice was recognised here before. `parley.turned`: you show translations upside down to a person opposite you. `parley.audio-unlocked`: an iPhone may play sound. `parley.activated`: Stripe’s ID of the purchase that we have already confirmed to you. `parley.account`: your account number while you are signed in, so that your history works offline. `parley.style`: whether you want translations formal, informal or without swear words. `parley.shortcuts`: you have turned single-key shortcuts off. Kept until you delete your data here, or the site’s data in your browser.',
          ],
          [
            'Database in your browser',
            '`parley.history`: your latest 1,000 translations and all that you starred, with their languages and times, so that you can find them again, also offline. We cannot see it. When you sign in, what you kept as a guest moves to your account. After you sign out, entries that are also in your account are removed here on your next visit. The rest stays here under your account number until you sign in again, and these pages show it to no one else. ‘Remove’ and ‘Clear history’ delete it, as does deleting your data here or the site’s data in your browser. Other people who use this browser could look into its storage. Clear your history before you leave a device that is not yours.',
          ],
          [
            'Session storage',
            '`parley.entered`: you entered from the welcome page, were signed in, or opened a link that skips it. `parley.draft`: what you had typed before you signed in or the page reloaded. `parley.conversation`: the text of a conversation, until you clear it. `parley.input-methods`: what has worked for your voice. `parley.private`: private mode is on in this tab. Kept until you close the tab.',
          ],
          [
            'Cache storage',
            'Parley’s own files, the quick phrases in the languages that you choose, or in all of them, and the sound of quick phrases that were spoken, so that they work offline. Nothing that you typed or said. Kept until you delete the site’s data in your browser. ‘Remove from this device’ and deleting your data here also remove the phrases and their sounds.',
          ],
        ],
      },
    ],
  },
  'The sign-in page is Amazon Cognito’s. It has its own address and its own cookies. While a payment is being confirmed, the tab’s history holds Stripe’s ID for it.',
];

const use: readonly Block[] = [
  {
    items: [
      'To recognise your speech, translate your text and read translations aloud.',
      'To keep the free allowances fair, and to stop misuse.',
      'To sign you in, to remember your settings, and with Premium to keep your history in your account.',
      'To take payments, and to give each person one free trial.',
      'To see how many people use Parley and whether it works well.',
      'To answer you when you write to us.',
    ],
  },
  'We do not train models with your words or your voice, build a profile of you, or send advertising.',
];

const sharing: readonly Block[] = [
  { heading: 'Translation API Provider' },
  'Parley runs on Amazon Web Services. Amazon Translate gets the text, Amazon Comprehend the text whose language it detects, Amazon Transcribe the audio that we recognise, and Amazon Polly the text that Premium has read aloud. They do not learn who you are. We have opted out under Amazon’s policy for AI services, so Amazon may not keep this content to improve its services.',
  { heading: 'No Sale of Data' },
  'We do not sell your information, and we do not give it to anyone for advertising.',
  { heading: 'Service Providers' },
  {
    items: [
      '**Amazon Web Services** runs our servers and databases, the sign-in (Cognito), its emails, and the delivery of the pages.',
      '**Stripe** takes payments. It gets your card details from you, your email address and account number from us, and keeps invoices as the law requires.',
      '**Your browser’s maker** may get your voice or a translation, as described under [Information We Collect](#information).',
    ],
  },
  { heading: 'Other Users' },
  'Anyone who is signed in can open the User Analytics page, unless we have restricted it to our own staff. It shows each account as a random number, with the day it joined, the state of its plan, and when a trial or a subscription ends. Only our own staff see names and email addresses.',
  'We also disclose information when a court or the law requires it.',
];

const retention: readonly Block[] = [
  'Audio is not permanently stored. Analytics are kept for up to 2 years. You can delete your account at any time.',
  {
    terms: [
      ['Audio', 'Not kept. While it is transcribed: seconds, or minutes if a server fails.'],
      [
        'Translations',
        'Without Premium, not kept by us. With Premium, until you remove them or delete your account; you can still read them after Premium ends. In your browser: the latest 1,000 and the starred ones, until you remove them.',
      ],
      ['Account and subscription', 'Until you delete your account. We do not delete unused accounts.'],
      ['Settings', 'With your account. A guest’s: 30 days after the last change.'],
      [
        'Usage counts',
        'Daily counts (per user and per address): deleted the following night, and within 35 days at the latest. A user’s monthly count: until the month ends. A guest’s count: about six months after the first visit.',
      ],
      ['Analytics', 'Up to 2 years.'],
      [
        'Record of free trials',
        'As long as we offer a free trial. It remains after you delete your account, so that deleting it does not give another trial.',
      ],
      ['Technical logs', '30 days. Amazon’s own record of visits to the sign-in page: 90 days.'],
      ['Backups', 'Data deleted from our databases stays in their backups for 35 days.'],
      ['Payments', 'Stripe keeps its records as long as the law requires.'],
    ],
  },
  'Expired data is deleted automatically, usually within a few days.',
];

const rights: readonly Block[] = [
  'The ‘Your data’ section at the bottom of the [translator](/speech-translator) lets you do most of this yourself, with or without an account:',
  {
    items: [
      '**See it and download it.** ‘Download my data’ gives you a file with your account, your subscription and attempts to subscribe, our record of your trial, your settings, your history in your account and your usage counts. The ‘History’ section gives you your whole history as a file, including what only your browser has. Stripe has your invoices and your card details; you can see them under Manage Subscription.',
      '**Delete it.** ‘Delete my account’ ends your subscription at once, and deletes your records at Stripe and your sign-in account. It then deletes your profile, settings, history and counts, and what this browser keeps. We keep how much you used today and this month, under a code made from your email address, until the day and the month end; analytics, which do not contain your name; the record of free trials; Stripe’s records of payments; and backups and logs until they expire. ‘Delete my data’ deletes a guest’s settings, the history in this browser and the codes of individual requests. We keep the number of translations used.',
      '**Remove individual translations** from the history, or all of them.',
      '**Correct it.** Write to us to have your name or email address changed.',
      '**Object.** Type instead of speaking, use Parley without an account, or write to us if you object to something here. You may also complain to your data protection authority.',
    ],
  },
];
