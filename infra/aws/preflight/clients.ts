import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { OrganizationsClient } from '@aws-sdk/client-organizations';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { STSClient } from '@aws-sdk/client-sts';

export type Clients = ReturnType<typeof createClients>;

/** CloudFront, its certificates and organisations answer only in us-east-1. */
export function createClients(region: string, profile: string | undefined) {
  const here = { region, ...(profile !== undefined && { profile }), ...patience };
  const global = { ...here, region: 'us-east-1' };
  return {
    sts: new STSClient(here),
    cloudFormation: new CloudFormationClient(here),
    quotas: new ServiceQuotasClient(here),
    cognito: new CognitoIdentityProviderClient(here),
    ses: new SESv2Client(here),
    sns: new SNSClient(here),
    edgeCloudFormation: new CloudFormationClient(global),
    cloudFront: new CloudFrontClient(global),
    certificates: new ACMClient(global),
    organizations: new OrganizationsClient(global),
  };
}

const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};
