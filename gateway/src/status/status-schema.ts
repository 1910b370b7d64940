import Joi from 'joi';

import { calendarTime } from '../keys/keys-schema.ts';
import { CHECKS } from '@platform/runtime/doctor';

import { SERVICE_AREAS } from '../service-areas.ts';

const orNull = (schema: Joi.Schema): Joi.Schema => schema.allow(null).required();
const names = Joi.array().items(Joi.string()).required();
const count = orNull(Joi.number().integer().min(0));
const area = Joi.string()
  .valid('gateway', ...SERVICE_AREAS)
  .required();

const instance = Joi.object({
  area,
  address: orNull(Joi.string()),
  status: Joi.string().valid('ok', 'degraded', 'unavailable', 'unreachable').required(),
  circuit: orNull(Joi.string().valid('closed', 'half-open', 'open')),
  pending: count,
  failing: names,
  degraded: names,
  version: orNull(Joi.string()),
  node: orNull(Joi.string()),
  schema: orNull(Joi.string()),
  started_at: orNull(calendarTime),
}).meta({ component: 'Instance' });

const queue = Joi.object({
  area,
  name: Joi.string().required(),
  waiting: count,
  active: count,
  delayed: count,
  workers: orNull(
    Joi.array().items(
      Joi.object({ version: orNull(Joi.string()), node: orNull(Joi.string()) }).meta({ component: 'Worker' }),
    ),
  ),
}).meta({ component: 'Queue' });

/** The platform's state in responses. */
export const statusResponse = Joi.object({
  status: Joi.string().valid('ok', 'degraded', 'down').required(),
  checked_at: calendarTime.required(),
  instances: Joi.array().items(instance).required(),
  queues: Joi.array().items(queue).required(),
}).meta({ component: 'PlatformStatus' });

const check = Joi.object({
  check: Joi.string()
    .valid(...CHECKS)
    .required(),
  status: Joi.string().valid('ok', 'warning', 'failed').required(),
  message: Joi.string().required(),
  remedy: orNull(Joi.string()),
}).meta({ component: 'Check' });

/** Findings of an examination of the platform. */
export const examinationResponse = Joi.object({
  status: Joi.string().valid('ok', 'warning', 'failed').required(),
  checked_at: calendarTime.required(),
  checks: Joi.array().items(check).required(),
}).meta({ component: 'Examination' });
