/** In the shape of Lighthouse’s own definitions. */
export default {
  expectations: {
    lhr: {
      requestedUrl: 'http://localhost:10200/seo/german.html',
      audits: {
        'link-text': { score: 0 },
      },
    },
  },
};
