import {
  forbidden,
  isAppError,
  methodNotAllowed,
  unauthenticated,
  unsupportedMediaType,
} from '@platform/errors';
import { languageOf, validate } from '@platform/http';
import express, { Router } from 'express';
import type { Request, Response } from 'express';
import type { ObjectSchema } from 'joi';
import { contextOf } from '../request-context/request-context.ts';
import { clientAddress } from '../client-address/client-address.ts';
import type { Limits } from '../limits/limits.ts';
import { LOGIN_SECONDS } from '../login/login-attempt.ts';
import type { Sealed } from '../login/login-attempt.ts';
import type { Joinable } from '../members/joining-store.ts';
import { accountIdOf } from '../members/member.ts';
import type { Member } from '../members/member.ts';
import { isFromOtherOrigin } from '../sessions/session-cookie.ts';
import type { GatewayCookie } from '../sessions/session-cookie.ts';
import { sessionOf, sessionOriginOf } from '../sessions/session.ts';
import type { FoundSession } from '../sessions/session.ts';
import { callerJson } from '../sessions/sessions-router.ts';
import { signInExpired } from '../sessions/sessions-service.ts';
import type { Beginning, SessionsService } from '../sessions/sessions-service.ts';
import type { Account } from './account.ts';
import {
  codeBody,
  joinBody,
  linkBody,
  organisationBody,
  passkeyProofBody,
  resetBody,
  resetRequestBody,
  signInBody,
} from './accounts-schema.ts';
import type { AccountsService } from './accounts-service.ts';
import type { Passkeys } from './passkeys.ts';

/** A sign-in under way: what its owner has proved, and what is left to do. */
export interface SignInUnderWay {
  accountId: string;
  /** Ends with any change of the password, so that it leads nowhere after a reset. */
  generation: number;
  step: 'second_factor' | 'organisation';
}

export interface AccountsRouterDeps {
  accounts: AccountsService;
  passkeys: Passkeys;
  underWay: Sealed<SignInUnderWay>;
  sessions: Pick<SessionsService, 'startForMember' | 'find' | 'end'>;
  limits: Pick<Limits, 'countUnauthenticated' | 'refuseExhaustedAddress'>;
  /** Holds a sign-in under way. */
  loginCookie: GatewayCookie;
  sessionCookie: GatewayCookie;
}

/** The JSON of an answer, and its status. */
type Answer = readonly [status: number, data: unknown];

const organisationJson = ({ organisation, organisationName, role, isInvitation }: Joinable) => ({
  id: organisation,
  name: organisationName,
  role,
  is_invitation: isInvitation,
});

const arrivingFrom = (request: Request) => ({
  address: clientAddress(request),
  language: languageOf(request),
});

/** A session that another one vouches for, as long as that is there. */
const inPlaceOf = ({ session }: FoundSession): Beginning => ({
  provenAt: session.provenAt,
  replaces: session.hash,
});

/** A member that is signed in; a key is nobody in particular. */
const arrivalOf = (found: FoundSession | undefined) => {
  const { issuer = null, subject = null, email = '', name = null } = found?.member ?? {};
  return issuer === null || subject === null ? undefined : { issuer, subject, email, name };
};

/**
 * `/console/accounts`: people sign in, join and get back into their accounts. All are POST requests of
 * the console's own pages with JSON, as a secret in an address ends up in logs and histories.
 */
export const createAccountsRouter = (deps: AccountsRouterDeps): Router => {
  const { accounts, passkeys, underWay, sessions, limits, loginCookie, sessionCookie } = deps;
  const router = Router({ caseSensitive: true });

  const post = <Body>(
    path: string,
    schema: ObjectSchema<Body> | undefined,
    handle: (body: Body, request: Request, response: Response) => Promise<Answer>,
  ): void => {
    router
      .route(`/console/accounts/${path}`)
      .post(express.json({ limit: '64kb' }), async (request, response) => {
        // A page elsewhere could otherwise sign its visitors in to an account of its own.
        if (isFromOtherOrigin(request)) throw forbidden('Only pages of the console sign people in.');
        if (schema && !request.is('application/json'))
          throw unsupportedMediaType('The body must be application/json.');
        limits.refuseExhaustedAddress(contextOf(response));
        response.set('Cache-Control', 'no-store');
        try {
          const body = schema ? validate(schema, request.body ?? {}, false) : (undefined as Body);
          const [status, data] = await handle(body, request, response);
          response.status(status).json({ data });
        } catch (error) {
          // Guesses of passwords, passkeys and links.
          if (isAppError(error) && ['unauthenticated', 'not_found'].includes(error.kind))
            await limits.countUnauthenticated(contextOf(response));
          throw error;
        }
      })
      .all(() => {
        throw methodNotAllowed(['POST']);
      });
  };

  const remember = async (response: Response, account: Account, step: SignInUnderWay['step']) => {
    const { id: accountId, generation } = account;
    const sealed = await underWay.seal({ accountId, generation, step });
    loginCookie.write(response, sealed, new Date(Date.now() + LOGIN_SECONDS * 1000));
  };

  /** The account of the sign-in under way. @throws 401 */
  const accountUnderWay = async (request: Request, step: SignInUnderWay['step']): Promise<Account> => {
    const sealed = loginCookie.read(request);
    const known = sealed === undefined ? undefined : await underWay.open(sealed);
    const account = known?.step === step ? await accounts.find(known.accountId, known.generation) : undefined;
    if (!account) throw signInExpired();
    return account;
  };

  /** Starts a session with a secret of its own, and ends the one that the browser had. */
  const enter = async (
    request: Request,
    response: Response,
    member: Member,
    beginning: Beginning = {},
  ): Promise<Answer> => {
    const before = sessionOf(request);
    const { secret, expiresAt } = await sessions.startForMember(member, sessionOriginOf(request), beginning);
    if (before) await sessions.end(before.session);
    const found = await sessions.find(secret);
    if (!found) throw unauthenticated('There is no session.');
    loginCookie.clear(response);
    sessionCookie.write(response, secret, expiresAt);
    return [201, { state: 'signed_in', session: callerJson(found.caller, found.member, expiresAt) }];
  };

  /** Goes on once it is known who signs in: to their organisation, or to the choice of one. */
  const proceed = async (request: Request, response: Response, account: Account): Promise<Answer> => {
    const found = await accounts.organisationsOf(account);
    const [first, ...others] = found;
    if (!first) throw forbidden('Your account belongs to no organisation any more.');
    if (others.length === 0 && !first.isInvitation)
      return enter(
        request,
        response,
        await accounts.enter(account, first.organisation, arrivingFrom(request)),
        { account },
      );
    await remember(response, account, 'organisation');
    return [200, { state: 'organisation', email: account.email, organisations: found.map(organisationJson) }];
  };

  post('sign-in', signInBody, async ({ email, password }, request, response) => {
    const account = await accounts.checkPassword(email, password, clientAddress(request));
    const steps = await accounts.secondStepsOf(account);
    if (!steps) return proceed(request, response, account);
    await remember(response, account, 'second_factor');
    return [200, { state: 'second_factor', steps }];
  });

  post('second-factor', codeBody, async ({ code }, request, response) => {
    const account = await accountUnderWay(request, 'second_factor');
    await accounts.checkCode(account, code, clientAddress(request));
    return proceed(request, response, account);
  });

  post('passkey/options', undefined, async () => [200, await passkeys.requestProof()]);

  // A passkey verifies its user, so it is both factors, and the second step after a password as well.
  post('passkey', passkeyProofBody, async ({ attempt, passkey }, request, response) =>
    proceed(request, response, await accounts.checkPasskey(attempt, passkey)),
  );

  post('organisation', organisationBody, async ({ organisation }, request, response) => {
    const account = await accountUnderWay(request, 'organisation');
    const member = await accounts.enter(account, organisation, arrivingFrom(request));
    return enter(request, response, member, { account });
  });

  post('switch', organisationBody, async ({ organisation }, request, response) => {
    const found = sessionOf(request);
    const id = found?.member ? accountIdOf(found.member) : null;
    const account = id === null ? undefined : await accounts.account(id);
    if (!found || !account) throw unauthenticated('There is no session of an account.');
    const member = await accounts.enter(account, organisation, arrivingFrom(request));
    return enter(request, response, member, { account, ...inPlaceOf(found) });
  });

  post('invitation', linkBody, async ({ token }, request) => {
    const { member, organisationName } = await accounts.showInvitation(token);
    const found = sessionOf(request);
    return [
      200,
      {
        organisation: organisationName,
        email: member.email,
        role: member.role,
        expires_at: member.invitedUntil?.toISOString() ?? null,
        signed_in_as: arrivalOf(found)?.email ?? null,
        belongs: found?.member?.organisation === member.organisation,
      },
    ];
  });

  post('invitation/passkey', linkBody, async ({ token }) => [200, await accounts.requestFirstPasskey(token)]);

  post('invitation/join', joinBody, async ({ token, name, ...rest }, request, response) => {
    const input = {
      name: name === undefined || name === '' ? null : name,
      password: rest.password,
      attempt: rest.attempt,
      passkey: rest.passkey,
      language: languageOf(request),
    };
    return enter(request, response, await accounts.join(token, input, clientAddress(request)));
  });

  post('invitation/join-as-yourself', linkBody, async ({ token }, request, response) => {
    const found = sessionOf(request);
    const arrival = arrivalOf(found);
    if (!found || !arrival) throw unauthenticated('Sign in first.');
    const member = await accounts.joinAs(token, arrival, clientAddress(request));
    return enter(request, response, member, inPlaceOf(found));
  });

  post('reset', resetRequestBody, async ({ email }, request) => {
    await accounts.requestReset(email, clientAddress(request), languageOf(request));
    return [202, { state: 'sent_if_known' }];
  });

  post('reset/show', linkBody, async ({ token }) => {
    const { account, organisation } = await accounts.showReset(token);
    return [200, { email: account.email, removes_second_factor: organisation !== null }];
  });

  post('reset/password', resetBody, async ({ token, password }) => {
    const { email } = await accounts.reset(token, password);
    return [200, { state: 'reset', email }];
  });

  return router;
};
