import type { ProviderAnswer, ProviderCall } from '../../support/parley/provider-proxy.ts';
import { shapes } from './shapes.ts';

export interface Fault {
  /** Whether the caller hears nothing until its own timeout. */
  readonly isSlow?: true;
  /** @param inside the provider's message */
  treat(
    call: ProviderCall,
    execute: () => Promise<ProviderAnswer>,
    inside: string,
  ): Promise<ProviderAnswer | 'lost'>;
}

export const faults = {
  'request lost': { treat: async () => 'lost' },
  'answer lost': {
    treat: async (_call, execute) => {
      await execute();
      return 'lost';
    },
  },
  'request late': {
    isSlow: true,
    treat: async (call, execute) => {
      await call.isOver;
      await execute();
      return 'lost';
    },
  },
  'answer late': {
    isSlow: true,
    treat: async (call, execute) => {
      await execute();
      await call.isOver;
      return 'lost';
    },
  },
  'done twice': {
    treat: async (_call, execute) => {
      const answer = await execute();
      await execute();
      return answer;
    },
  },
  throttled: { treat: async (call, _carryOut, inside) => shapes[call.provider].throttled(call, inside) },
  'failed before': { treat: async (call, _carryOut, inside) => shapes[call.provider].failed(call, inside) },
  'failed after': {
    treat: async (call, execute, inside) => {
      await execute();
      return shapes[call.provider].failed(call, inside);
    },
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

export const faultNames = Object.keys(faults) as FaultName[];
