/**
 * Findings that we accept, by judge and rule. `only` limits an acceptance to findings whose text it matches: others
 * are reported. An acceptance that meets no finding any more is reported too.
 */
const accepted: Readonly<Record<JudgeName, Readonly<Record<string, Acceptance>>>> = {
  'cfn-lint': {
    W3005: {
      only: /GetAtt/,
      because:
        'CDK adds a dependency on each role that a reference implies; CloudFormation ignores the second.',
    },
  },
  checkov: {
    CKV_AWS_18: {
      only: /SiteFiles/,
      because: 'An access log would store IP addresses. Only CloudFront reads the bucket.',
    },
    CKV_AWS_21: {
      only: /SiteFiles/,
      because: 'Each build can be deployed again, and the status file changes 4,000 times a month.',
    },
    CKV_AWS_26: {
      only: /Alarms/,
      because: 'Alarms cannot use Amazon’s key, and a key of ours is $1 a month for names and thresholds.',
    },
    CKV_AWS_27: {
      only: /SchedulesFailures/,
      because:
        'SQS encrypts it by a key of its own (`SqsManagedSseEnabled`), which the rule does not look for.',
    },
    CKV_AWS_86: {
      because:
        'An access log would store IP addresses; the API logs routes, and the rate rules have metrics.',
    },
    CKV_AWS_115: {
      because: 'Routes have throttles. New accounts have ten calls at a time, so reserving is a setting.',
    },
    CKV_AWS_116: {
      only: /Function\.(?!Schedulesjobs)/,
      because: 'Callers wait for these functions’ answers, so no call is lost. Jobs have a failure queue.',
    },
    CKV_AWS_117: {
      because: 'They call AWS and Stripe by TLS only; a network of ours needs a NAT gateway, $32 a month.',
    },
    CKV_AWS_149: {
      because:
        'Secrets Manager encrypts by Amazon’s key; a key of ours costs $1 a month, and guards the same role.',
    },
    CKV_AWS_158: {
      because:
        'CloudWatch encrypts all logs, and ours hold no text of people; a key of ours bills each call.',
    },
    CKV_AWS_165: {
      only: /StorageSpeech/,
      because: 'The table holds speech for minutes, and a backup would keep it for 35 days.',
    },
    CKV_AWS_173: {
      because: 'Lambda encrypts variables by Amazon’s key; a key of ours is a call at each cold start.',
    },
    CKV_AWS_174: {
      only: /^usual/,
      because: 'CloudFront’s own certificate fixes its TLS version; with a domain we ask for 1.2.',
    },
    CKV_AWS_192: {
      because: 'Nothing of ours runs Java, and rules that read bodies mistake sentences for attacks.',
    },
  },
  'nu-checker': {
    'Attribute “…” not allowed on element “…” at this point.': {
      only: /^user-(en|ar)-(analytics|performance): Attribute “(x|y|width|height|orientation|name)” /,
      because: 'Recharts writes its settings as attributes of a chart, and browsers ignore them.',
    },
  },
  'stripe-mock': {
    'POST /v1/webhook_endpoints': {
      only: /'api_version' validation failed: value is not in enumeration/,
      because: 'The mock’s list of versions ends in August 2026, and the version of our library is newer.',
    },
  },
};

/** What a judge found, divided. `findings` has the ones that nobody accepted, and acceptances without findings. */
export function divide(judge: JudgeName, found: readonly Finding[], all = accepted) {
  const rules = all[judge];
  const isAccepted = ({ rule, text }: Finding) => {
    const acceptance = rules[rule];
    return acceptance !== undefined && (acceptance.only?.test(text) ?? true);
  };
  const [kept, others] = [found.filter(isAccepted), found.filter((each) => !isAccepted(each))];
  const met = new Set(kept.map(({ rule }) => rule));
  const stale = Object.keys(rules).filter((rule) => !met.has(rule));
  return {
    accepted: kept.length,
    findings: [
      ...others.map(({ rule, text }) => `${judge} ${rule}, ${text}`),
      ...stale.map((rule) => `${judge} no longer finds ${rule}: remove it from accepted.ts`),
    ],
  };
}

type JudgeName = 'cfn-lint' | 'checkov' | 'nu-checker' | 'stripe-mock';

export interface Finding {
  readonly rule: string;
  /** Where, then what. */
  readonly text: string;
}

interface Acceptance {
  readonly only?: RegExp;
  readonly because: string;
}
