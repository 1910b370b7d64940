import type { PageSurvey } from '../audit/survey-page.ts';

export const surveyColumns = (survey: PageSurvey | null) =>
  survey === null
    ? {}
    : {
        title: survey.title,
        description: survey.description,
        canonical: survey.canonical,
        words: survey.words,
        content_hash: survey.contentHash.toString(),
        is_indexable: survey.isIndexable,
        alternates: JSON.stringify(survey.alternates),
        findings: JSON.stringify(survey.findings),
      };
