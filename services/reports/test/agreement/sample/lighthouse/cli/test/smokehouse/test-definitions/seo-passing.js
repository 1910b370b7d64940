/** In the shape of Lighthouse’s own definitions. */
export default {
  expectations: {
    lhr: {
      requestedUrl: 'http://localhost:10200/seo/sound.html',
      audits: {
        'document-title': { score: 1 },
        'meta-description': { score: 1 },
        'http-status-code': { score: 1 },
        'crawlable-anchors': { score: 1 },
        'link-text': { score: 1 },
        'is-crawlable': { score: 1 },
        hreflang: { score: 1 },
        canonical: { score: 1 },
        'robots-txt': { score: 1 },
      },
    },
  },
};
