import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { findVariable } from '../environment.ts';

/** Sends nothing where the deployment has no sender: Cognito's own sends only its codes. */
export async function sendMail({ to, subject, text }: Mail, abortSignal: AbortSignal): Promise<void> {
  const sender = findVariable('EMAIL_FROM');
  if (!sender) return;
  const Charset = 'UTF-8';
  const command = new SendEmailCommand({
    FromEmailAddress: `Parley <${sender}>`,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: { Data: subject, Charset }, Body: { Text: { Data: text, Charset } } } },
  });
  await client.send(command, { abortSignal });
}

const client = new SESv2Client({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
});

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
