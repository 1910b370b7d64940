/**
 * Something that whoever runs the platform has to put right, such as a setting or a schema. The
 * message says what; a process that stops for it logs the message and no stack.
 */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}
