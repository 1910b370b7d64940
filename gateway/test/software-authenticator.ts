import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** CBOR (RFC 8949) of what an authenticator sends: integers, texts, bytes, maps. */
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    return length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Buffer)]),
  ]);
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

export interface SoftwareAuthenticator {
  /** Makes a passkey of the options, as a page of that origin would get it. */
  create(options: { challenge: string }, changes?: Partial<Circumstances>): object;
  /** Signs a challenge with the passkey. */
  get(options: { challenge: string }, changes?: Partial<Circumstances>): object;
}

interface Circumstances {
  origin: string;
  rpId: string;
  userVerified: boolean;
  counter: number;
}

/** An authenticator with one ES256 passkey, for the protocol's bytes without a browser. */
export const createSoftwareAuthenticator = (
  usual: Pick<Circumstances, 'origin' | 'rpId'>,
): SoftwareAuthenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;

  const coseOf = (key: KeyObject): Buffer => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  };

  const clientDataOf = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authDataOf = (circumstances: Circumstances, credential?: Buffer): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(circumstances.counter);
    const flags = 1 | (circumstances.userVerified ? 4 : 0) | (credential ? 0x40 : 0);
    return Buffer.concat([
      sha256(circumstances.rpId),
      Buffer.from([flags]),
      counter,
      credential ?? Buffer.alloc(0),
    ]);
  };

  const envelope = (response: object): object => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    create({ challenge }, changes = {}) {
      const given = { ...usual, userVerified: true, counter: 0, ...changes };
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authDataOf(given, credential)],
      ]);
      return envelope({
        clientDataJSON: clientDataOf('webauthn.create', challenge, given.origin).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge }, changes = {}) {
      uses += 1;
      const given = { ...usual, userVerified: true, counter: uses, ...changes };
      const clientData = clientDataOf('webauthn.get', challenge, given.origin);
      const authData = authDataOf(given);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return envelope({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
};
