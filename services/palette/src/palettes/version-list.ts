import Joi from 'joi';

/** A version of a palette or a theme, and when it was made. */
interface ListedVersion {
  readonly version: number;
  readonly createdAt: Date;
}

export interface VersionsDiffQuery {
  from: number;
  to?: number;
}

export const versionNumber = Joi.number().integer().min(1).max(1_000_000);

/** The query of a comparison of two versions. */
export const versionsDiffQuery = Joi.object<VersionsDiffQuery>({
  from: versionNumber.required().description('The earlier version'),
  to: versionNumber.description('The later version; the newest by default'),
});

/** The answer of `versionsJson`. */
export const versionsSchema = Joi.object({
  items: Joi.array()
    .items(Joi.object({ version: versionNumber.required(), created_at: Joi.string().isoDate().required() }))
    .required(),
});

/** The versions of a record as answers list them. */
export const versionsJson = (versions: readonly ListedVersion[]) => ({
  items: versions.map(({ version, createdAt }) => ({ version, created_at: createdAt.toISOString() })),
});
