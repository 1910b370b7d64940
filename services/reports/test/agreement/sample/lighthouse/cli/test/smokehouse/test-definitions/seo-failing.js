/** In the shape of Lighthouse’s own definitions. */
export default {
  expectations: {
    lhr: {
      requestedUrl: 'http://localhost:10200/seo/faulty.html?extra_header=x-robots-tag%3Dnone',
      audits: {
        'document-title': { score: 0 },
        'meta-description': { score: 0 },
        'crawlable-anchors': { score: 0 },
        'link-text': { score: 0 },
        'is-crawlable': { score: 0 },
        hreflang: { score: 0 },
        canonical: { score: 0 },
      },
    },
  },
};
