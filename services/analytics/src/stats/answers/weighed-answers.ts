import { isHeavyQuery, isHeavyStatistic } from './is-heavy.ts';
import type { StatsAnswers } from './stats-answers.ts';

/** Answers small questions `here`, which is fastest, and heavy ones `elsewhere`. */
export const createWeighedAnswers = (here: StatsAnswers, elsewhere: StatsAnswers): StatsAnswers => {
  const ofQuery = ({ query }: Parameters<StatsAnswers['query']>[0]): StatsAnswers =>
    isHeavyQuery(query) ? elsewhere : here;
  const ofStatistic = (question: Parameters<StatsAnswers['counts']>[0]): StatsAnswers =>
    isHeavyStatistic(question) ? elsewhere : here;
  return {
    query: (question) => ofQuery(question).query(question),
    queryJson: (question) => ofQuery(question).queryJson(question),
    queryCsv: (question) => ofQuery(question).queryCsv(question),
    counts: (question) => ofStatistic(question).counts(question),
    countsCsv: (question) => ofStatistic(question).countsCsv(question),
  };
};
