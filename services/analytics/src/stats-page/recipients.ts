import { authenticate, toAppError } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import type { Request } from 'express';

import type { DefaultRecipients } from '../websites/domain-name.ts';
import { recipientsOf } from '../websites/domain-name.ts';
import type { Website } from '../websites/website.ts';
import type { WebsitesService } from '../websites/websites-service.ts';

export interface PageRecipientsDeps {
  readonly websites: Pick<WebsitesService, 'update'>;
  readonly defaultRecipients: DefaultRecipients;
  readonly identity: IdentityVerifier;
}

/** The contents of the form that asks for recipients. */
export interface RecipientsForm {
  readonly typed: string;
  /** Fault in the typed text; undefined if there is none. */
  readonly fault: string | undefined;
}

export interface PageRecipients {
  /** True if digests are on, nobody gets them, and the viewer is the owner. */
  lacking(website: Website, request: Request): Promise<boolean>;
  /**
   * Keeps what the owner typed.
   * @returns the form again if the input can't be kept, `stranger` for anybody but the owner
   */
  save(website: Website, request: Request): Promise<RecipientsForm | 'saved' | 'stranger'>;
}

/** Strangers needn't know who gets a website's mail, and must not change it. */
export const createPageRecipients = (deps: PageRecipientsDeps): PageRecipients => {
  const { websites, defaultRecipients, identity } = deps;

  const isOwner = async ({ organisation }: Website, request: Request): Promise<boolean> => {
    const caller = await authenticate(request, identity, 'websites:write').catch((error: unknown) => {
      if (toAppError(error).kind === 'unavailable') throw error;
      return undefined;
    });
    return caller?.organisation === organisation;
  };

  return {
    async lacking(website, request) {
      const { email, emailRecipients, organisation } = website;
      if (email !== 1 || emailRecipients !== null || !(await isOwner(website, request))) return false;
      return recipientsOf(emailRecipients, await defaultRecipients.of(organisation)).length === 0;
    },
    async save(website, request) {
      if (!(await isOwner(website, request))) return 'stranger';
      const { email_recipients: field } = (request.body ?? {}) as { email_recipients?: unknown };
      const typed = typeof field === 'string' ? field : '';
      try {
        await websites.update(website.organisation, website.id, { email_recipients: typed });
        return 'saved';
      } catch (error) {
        const known = toAppError(error);
        if (known.kind !== 'invalid') throw error;
        return { typed, fault: known.details[0]?.message ?? known.message };
      }
    },
  };
};
