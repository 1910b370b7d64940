/* eslint-disable */
// Made from the platform's /openapi.json by `npm run generate` in packages/client. Do not edit.

export interface paths {
  '/api/v1/websites/places': {
    /** Show where countries and cities come from. Needs the scope `websites:read`. */
    get: operations['websites.places'];
  };
  '/api/v1/websites/defaults': {
    /** Show the defaults of websites. Needs the scope `websites:read`. */
    get: operations['websites.showDefaults'];
    /** Update the defaults of websites. Recipients of e-mail digests and alerts. With an empty list they go to the installation’s owner. Needs the scope `websites:write`. */
    patch: operations['websites.updateDefaults'];
  };
  '/api/v1/websites': {
    /** List websites. Needs the scope `websites:read`. */
    get: operations['websites.list'];
    /** Create a website. Needs the scope `websites:write`. */
    post: operations['websites.create'];
  };
  '/api/v1/websites/{id}': {
    /** Show a website. Needs the scope `websites:read`. */
    get: operations['websites.show'];
    /** Update a website. Fields that are not given stay as they are. Needs the scope `websites:write`. */
    put: operations['websites.replace'];
    /** Delete a website and its statistics. Needs the scope `websites:write`. */
    delete: operations['websites.delete'];
    /** Update a website. Fields that are not given stay as they are. Needs the scope `websites:write`. */
    patch: operations['websites.update'];
  };
  '/api/v1/websites/{id}/move': {
    /** Move a website to another domain. It keeps its statistics, site key and settings. Hits from pages of the old domain are no longer counted. Needs the scope `websites:write`. */
    post: operations['websites.move'];
  };
  '/api/v1/websites/{id}/server-key': {
    /** Make a key for servers. A secret that stands for the site key at `/c/{site_key}`. Clients of other products that use it may say who the visitor was and when it happened. A key made before stops working. Needs the scope `websites:write`. */
    post: operations['websites.makeServerKey'];
    /** End the key for servers. Needs the scope `websites:write`. */
    delete: operations['websites.endServerKey'];
  };
  '/api/v1/events': {
    /** Store events from a server. Page views and events that a server saw, including past ones. The exclusions of the website apply. An event with an id that was stored within the last 30 days is dropped, so a request can be sent again after any failure. A batch is taken whole while any of a monthly quota of events is left, so the last one may exceed it by 999. Needs the scope `websites:write`. */
    post: operations['events.send'];
  };
  '/api/v1/websites/{id}/exclusions/preview': {
    /** Preview an exclusion of query parameters. Says which pages of the last 30 days would be merged. Nothing is changed. Addresses and user agents are not stored, so exclusions of those cannot be previewed. Needs the scope `websites:read`. */
    post: operations['websites.exclusions.preview'];
  };
  '/api/v1/websites/{id}/exclusions/test': {
    /** Test what a page view would be stored as. Says what the website’s settings make of an address, or why it would not be stored. Settings in the request hold in the place of saved ones. Nothing is stored. Needs the scope `websites:read`. */
    post: operations['websites.exclusions.test'];
  };
  '/api/v1/websites/{id}/drops': {
    /** Count what was not stored, and why. Needs the scope `stats:read`. */
    get: operations['websites.drops'];
  };
  '/api/v1/stats/aggregate': {
    /** Sums of a period, as Plausible answers. Needs the scope `stats:read`. */
    get: operations['plausible.aggregate'];
  };
  '/api/v1/stats/timeseries': {
    /** Sums by day, hour or month, as Plausible answers. Needs the scope `stats:read`. */
    get: operations['plausible.timeseries'];
  };
  '/api/v1/stats/breakdown': {
    /** Sums by the values of a property, as Plausible answers. Needs the scope `stats:read`. */
    get: operations['plausible.breakdown'];
  };
  '/api/v1/stats/realtime/visitors': {
    /** Visitors of the last five minutes, as Plausible answers. Needs the scope `stats:read`. */
    get: operations['plausible.visitors'];
  };
  '/api/v2/query': {
    /** Query statistics in Plausible’s language. Needs the scope `stats:read`. */
    post: operations['plausible.query'];
  };
  '/api/v1/stats': {
    /** Count all websites side by side. For the days `from` to `to` in each website’s own time zone, by default the last 30. The most visited come first. Needs the scope `stats:read`. */
    get: operations['stats.overview'];
  };
  '/api/v1/stats/rollup/query': {
    /**
     * Query the statistics of several websites as one
     * @description Sums over websites by the same dimensions, filters and comparison as a query of one; `website` keeps them apart. Someone who visits two of the websites counts as two visitors: each website has a secret of its own, so nobody can tell that they are one. Each website is counted by its own calendar, and a filter’s goals and segments are each website’s own, by name: those without one are left out. Rows beyond the first 10,000 of a website, or 200,000 divided by the number of websites, are not looked at.
     *
     *     Needs the scope `stats:read`.
     */
    post: operations['stats.rollup'];
  };
  '/api/v1/stats/rollup/realtime': {
    /** Show who is on several websites now. Someone who visits two of the websites counts as two visitors: each website has a secret of its own, so nobody can tell that they are one. Needs the scope `stats:read`. */
    get: operations['stats.rollupRealtime'];
  };
  '/api/v1/groups': {
    /** List groups by name. Needs the scope `websites:read`. */
    get: operations['groups.list'];
    /** Create a group. Websites that `POST /api/v1/stats/rollup/query` counts together as `group`. Needs the scope `websites:write`. */
    post: operations['groups.create'];
  };
  '/api/v1/groups/{id}': {
    /** Show a group. Needs the scope `websites:read`. */
    get: operations['groups.show'];
    /** Update a group. Needs the scope `websites:write`. */
    put: operations['groups.replace'];
    /** Delete a group. Its websites and their statistics stay. Needs the scope `websites:write`. */
    delete: operations['groups.delete'];
    /** Update a group. Needs the scope `websites:write`. */
    patch: operations['groups.update'];
  };
  '/api/v1/groups/{id}/links': {
    /** List the links that open a group’s page. Needs the scope `stats:read`. */
    get: operations['groups.links.list'];
    /** Create a link that opens a group’s closed page. Anyone with the link can see the page until the link expires or is deleted, or until the page’s privacy or password changes, so this needs the scope `stats:read` as well. Needs the scope `websites:write`. */
    post: operations['groups.links.create'];
  };
  '/api/v1/groups/{id}/links/{link}': {
    /** Delete a link that opens a group’s page. Needs the scope `websites:write`. */
    delete: operations['groups.links.delete'];
  };
  '/api/v1/stats/{id}': {
    /** List a statistic of a website. Days and hours are those of the website’s time zone. Without `from` and `to`: the last 30 days. Needs the scope `stats:read`. */
    get: operations['stats.list'];
  };
  '/api/v1/stats/{id}/query': {
    /** Query a website’s statistics. Metrics by dimensions, with filters and a comparison. The metrics are defined in docs/metrics.md. Needs the scope `stats:read`. */
    post: operations['stats.query'];
  };
  '/api/v1/stats/{id}/realtime': {
    /** Show who is on a website now. Needs the scope `stats:read`. */
    get: operations['stats.realtime'];
  };
  '/api/v1/stats/{id}/properties': {
    /** List the properties of a website’s events. Their names, at most 100, those of most events first; `prop:<name>` is a dimension of queries. For the days `from` to `to` or `date_range`, by default the last 30. Needs the scope `stats:read`. */
    get: operations['stats.properties'];
  };
  '/api/v1/stats/{id}/events': {
    /** Export a website’s raw events. One JSON object per line, in chronological order; without `from` and `to`, today’s. Needs the scope `stats:read`. */
    get: operations['stats.events'];
  };
  '/api/v1/stats/{id}/vitals': {
    /** Show the web vitals of a website. LCP, INP, CLS and TTFB as visitors’ browsers measured them, at the 75th percentile, by page or by device. For the days `from` to `to` or `date_range`, by default the last 30. Under filters, measurements on pages and in visits that meet them. Needs the scope `stats:read`. */
    get: operations['stats.vitals'];
  };
  '/api/v1/websites/{id}/goals': {
    /** List goals with their conversions. For the days `from` to `to` or `date_range`, by default the last 30. Under filters, conversions in visits that meet them. Needs the scope `stats:read`. */
    get: operations['websites.goals.list'];
    /** Create a goal. It counts for the past as well. Amounts of events are their properties `revenue.amount` or `amount`. Needs the scope `websites:write`. */
    post: operations['websites.goals.create'];
  };
  '/api/v1/websites/{id}/goals/{goal}': {
    /** Show a goal, optionally by the values of a dimension, by day or by month. Needs the scope `stats:read`. */
    get: operations['websites.goals.show'];
    /** Update a goal. Needs the scope `websites:write`. */
    put: operations['websites.goals.replace'];
    /** Delete a goal. Needs the scope `websites:write`. */
    delete: operations['websites.goals.delete'];
    /** Update a goal. Needs the scope `websites:write`. */
    patch: operations['websites.goals.update'];
  };
  '/api/v1/websites/{id}/funnels': {
    /** List funnels with the visitors of each step. For the days `from` to `to` or `date_range`, by default the last 30. Under filters, steps in visits that meet them. Visitors are recognised within a day only, so steps on different days don’t connect. Needs the scope `stats:read`. */
    get: operations['websites.funnels.list'];
    /** Create a funnel of 2 to 8 steps. Needs the scope `websites:write`. */
    post: operations['websites.funnels.create'];
  };
  '/api/v1/websites/{id}/funnels/{funnel}': {
    /** Show a funnel. Needs the scope `stats:read`. */
    get: operations['websites.funnels.show'];
    /** Update a funnel. Needs the scope `websites:write`. */
    put: operations['websites.funnels.replace'];
    /** Delete a funnel. Needs the scope `websites:write`. */
    delete: operations['websites.funnels.delete'];
    /** Update a funnel. Needs the scope `websites:write`. */
    patch: operations['websites.funnels.update'];
  };
  '/api/v1/websites/{id}/journeys': {
    /** Show what visitors viewed before and after a page. Three pages back and three forward, each with the ten most frequent paths. For the days `from` to `to` or `date_range`, by default the last 30. Under filters, through visits that meet them. Needs the scope `stats:read`. */
    get: operations['websites.journeys'];
  };
  '/api/v1/websites/{id}/segments': {
    /** List segments by name. Needs the scope `stats:read`. */
    get: operations['websites.segments.list'];
    /** Create a segment. A named filter, for queries (`segment`) and for the statistics page. Needs the scope `websites:write`. */
    post: operations['websites.segments.create'];
  };
  '/api/v1/websites/{id}/segments/{segment}': {
    /** Show a segment. Needs the scope `stats:read`. */
    get: operations['websites.segments.show'];
    /** Update a segment. Needs the scope `websites:write`. */
    put: operations['websites.segments.replace'];
    /** Delete a segment. Needs the scope `websites:write`. */
    delete: operations['websites.segments.delete'];
    /** Update a segment. Needs the scope `websites:write`. */
    patch: operations['websites.segments.update'];
  };
  '/api/v1/websites/{id}/annotations': {
    /** List annotations, the latest first. Needs the scope `stats:read`. */
    get: operations['websites.annotations.list'];
    /** Put an annotation on the chart. A deployment, a campaign, an outage: whatever explains the figures of that time. Pipelines tell of deployments by `kind`; `rating` keeps what came of a fix. Needs the scope `websites:write`. */
    post: operations['websites.annotations.create'];
  };
  '/api/v1/websites/{id}/annotations/{annotation}': {
    /** Show an annotation. Needs the scope `stats:read`. */
    get: operations['websites.annotations.show'];
    /** Update an annotation. Needs the scope `websites:write`. */
    put: operations['websites.annotations.replace'];
    /** Delete an annotation. Needs the scope `websites:write`. */
    delete: operations['websites.annotations.delete'];
    /** Update an annotation. Needs the scope `websites:write`. */
    patch: operations['websites.annotations.update'];
  };
  '/api/v1/stats/{id}/returns': {
    /**
     * Show how many visitors come back on the same day
     * @description This is not retention: a visitor is known for one day of the website’s calendar, as the secret behind the number is destroyed at night. Nobody can tell who of today was here yesterday, so there are no new and returning visitors across days and no cohorts of weeks. What can be known is how often somebody comes on one day. For the days `from` to `to` or `date_range`, by default the last 30, and a year at most. Under filters, both visits must meet them. Imported days are left out.
     *
     *     Needs the scope `stats:read`.
     */
    get: operations['stats.returns'];
  };
  '/api/v1/websites/{id}/links': {
    /** List the links that open a website’s page. Needs the scope `stats:read`. */
    get: operations['websites.links.list'];
    /** Create a link that opens a website’s closed page. Anyone with the link can see the page until the link expires or is deleted, or until the page’s privacy or password changes, so this needs the scope `stats:read` as well. Needs the scope `websites:write`. */
    post: operations['websites.links.create'];
  };
  '/api/v1/websites/{id}/links/{link}': {
    /** Delete a link that opens a website’s page. Needs the scope `websites:write`. */
    delete: operations['websites.links.delete'];
  };
  '/api/v1/websites/{id}/alerts': {
    /** List alerts. Needs the scope `websites:read`. */
    get: operations['websites.alerts.list'];
    /** Create an alert. Sent once by e-mail: a spike once a day, a silence until the next visit, a goal once per period, a drop an hour after its day has ended. A drop is measured against the middle of the same weekday in the four weeks before: at least two of them must be known, with 20 visits. Needs the scope `websites:write`. */
    post: operations['websites.alerts.create'];
  };
  '/api/v1/websites/{id}/alerts/{alert}': {
    /** Show an alert. Needs the scope `websites:read`. */
    get: operations['websites.alerts.show'];
    /** Update an alert. Needs the scope `websites:write`. */
    put: operations['websites.alerts.replace'];
    /** Delete an alert. Needs the scope `websites:write`. */
    delete: operations['websites.alerts.delete'];
    /** Update an alert. Needs the scope `websites:write`. */
    patch: operations['websites.alerts.update'];
  };
  '/api/v1/websites/{id}/imports': {
    /** List imports, the latest first. Needs the scope `websites:read`. */
    get: operations['websites.imports.list'];
    /** Import data from another program. An export from Plausible, Umami, GoatCounter or Google Analytics: CSV, a ZIP archive of CSV files, or for `ga4` the JSON lines of its export to BigQuery. A file of more than 3 MB is sent in parts (PATCH). Days that already have data are left out. Needs the scope `websites:write`. */
    post: operations['websites.imports.create'];
  };
  '/api/v1/websites/{id}/imports/{import_id}': {
    /** Show an import and its progress. Needs the scope `websites:read`. */
    get: operations['websites.imports.show'];
    /** Undo an import. Needs the scope `websites:write`. */
    delete: operations['websites.imports.delete'];
    /** Add a part of the file, or say that it is complete. Needs the scope `websites:write`. */
    patch: operations['websites.imports.update'];
  };
  '/api/v1/websites/{id}/deletions': {
    /** List deletions, the latest first. The record of what was deleted, when, and by which key. The latest 200. Needs the scope `websites:read`. */
    get: operations['websites.deletions.list'];
    /** Delete statistics. Deletes hits, visits or everything for good, in the background. All sums are counted again: what is left is as if the rest had never come. Days without a filter lose what was imported for them, too; a filter leaves imported days alone. Needs the scope `websites:write`. */
    post: operations['websites.deletions.create'];
  };
  '/api/v1/websites/{id}/deletions/preview': {
    /** Preview a deletion. Says how much would be deleted. Nothing is. Needs the scope `websites:read`. */
    post: operations['websites.deletions.preview'];
  };
  '/api/v1/websites/{id}/deletions/{deletion}': {
    /** Show a deletion. Needs the scope `websites:read`. */
    get: operations['websites.deletions.show'];
  };
  '/api/v1/stats/{id}/visits': {
    /** List single visits, the latest first. Visits that began on the days `from` to `to` or `date_range`, today by default and a month at most. A visit has no name, address or number that outlives its day: nobody can tell whether two of them are the same person’s. Needs the scope `stats:read`. */
    get: operations['stats.visits'];
  };
  '/api/v1/websites/{id}/bots': {
    /** List bots by hand, the latest first. The record of which visits were taken for bots’, by whom, and what was undone. The latest 200. Needs the scope `websites:read`. */
    get: operations['websites.bots.list'];
    /** Say that a visit was a bot’s. Leaves out from now on who fits the description (a line of `exclude_visitors`), and deletes the visit ten minutes later. Earlier visits that fit stay: `deletions` takes the same conditions. Needs the scope `websites:write`. */
    post: operations['websites.bots.create'];
  };
  '/api/v1/websites/{id}/bots/preview': {
    /** Preview a bot by hand. Says how a visit would be described, and how many visits of the last 30 days fit. Nothing is changed. Needs the scope `websites:read`. */
    post: operations['websites.bots.preview'];
  };
  '/api/v1/websites/{id}/bots/{bot}/undo': {
    /** Take back that a visit was a bot’s. Whoever fits the description counts again from now on. The visit itself is kept until `undo_until`. What was left out meanwhile is not stored anywhere. Needs the scope `websites:write`. */
    post: operations['websites.bots.undo'];
  };
  '/api/v1/stats/{id}/clicks': {
    /** Count clicks by element. Of pages that load `t.js/clicks.js`. For the days `from` to `to` or `date_range`, by default the last 30. A day tells 100 elements of a page and 500 pages apart; what is beyond is counted under an empty selector or page. Needs the scope `stats:read`. */
    get: operations['stats.clicks'];
  };
  '/api/v1/reports': {
    /** List reports. Needs the scope `reports:read`. */
    get: operations['reports.list'];
    /** Create a report for a URL. Waits up to 10 seconds for the result. A report that is still `pending` then comes with `Retry-After`; `Prefer: respond-async` skips the wait. Needs the scope `reports:write`. */
    post: operations['reports.create'];
  };
  '/api/v1/reports/{id}': {
    /** Show a report. Needs the scope `reports:read`. */
    get: operations['reports.show'];
    /** Update a report. `results=1` generates the report again; the last result stays until the new one is ready. Within 60 seconds of a good result the other fields are applied and the present result is returned with `next_generation_at`. Needs the scope `reports:write`. */
    put: operations['reports.update'];
    /** Delete a report and its runs. Needs the scope `reports:write`. */
    delete: operations['reports.delete'];
  };
  '/api/v1/reports/{id}/links': {
    /** List the links that open a report’s page. Needs the scope `reports:read`. */
    get: operations['reports.links.list'];
    /** Create a link that opens a report’s closed page. Anyone with the link can see the page until the link expires or is deleted, or until the page’s privacy or password changes, so this needs the scope `reports:read` as well. Needs the scope `reports:write`. */
    post: operations['reports.links.create'];
  };
  '/api/v1/reports/{id}/links/{link}': {
    /** Delete a link that opens a report’s page. Needs the scope `reports:write`. */
    delete: operations['reports.links.delete'];
  };
  '/api/v1/reports/{id}/runs': {
    /** List the runs of a report. Newest first. Runs are kept as long as the report, unless the operator limits their age. Needs the scope `reports:read`. */
    get: operations['reports.runs.list'];
  };
  '/api/v1/reports/{id}/runs/{run}': {
    /** Show a run and what it found. Needs the scope `reports:read`. */
    get: operations['reports.runs.show'];
  };
  '/api/v1/reports/{id}/runs/{run}/diff': {
    /** Compare a run with an earlier one. By check id: what was fixed, what is new and what is unchanged. Needs the scope `reports:read`. */
    get: operations['reports.runs.diff'];
  };
  '/api/v1/reports/{id}/export': {
    /** Download a report as a file. The last result. 409 before there is one; 503 for a PDF where the service has no browser, and with `Retry-After` where it takes longer than 20 seconds: it is then there for the next request. Needs the scope `reports:read`. */
    get: operations['reports.export'];
  };
  '/api/v1/reports/{id}/looks': {
    /** Show the colours and links of a rendered page. What the last result saw: colours by how much there is of them, texts on their backgrounds with the contrast, and links and buttons with their places in the pictures. 409 unless the report is made with `render`, and for results of earlier versions. Needs the scope `reports:read`. */
    get: operations['reports.looks'];
  };
  '/api/v1/schedules': {
    /** List schedules. Needs the scope `reports:read`. */
    get: operations['schedules.list'];
    /** Generate a report regularly. At an hour and on a weekday of a time zone. Without these the first time is a day or a week from now. Needs the scope `reports:write`. */
    post: operations['schedules.create'];
  };
  '/api/v1/schedules/{id}': {
    /** Show a schedule. Needs the scope `reports:read`. */
    get: operations['schedules.show'];
    /** Update a schedule. How often, and who is told by e-mail when the report got worse. Needs the scope `reports:write`. */
    put: operations['schedules.update'];
    /** Delete a schedule. Needs the scope `reports:write`. */
    delete: operations['schedules.delete'];
  };
  '/api/v1/schedules/{id}/run': {
    /** Generate the report of a schedule now. For instance after a deploy. The next scheduled time stays as it is. Needs the scope `reports:write`. */
    post: operations['schedules.run'];
  };
  '/api/v1/sites': {
    /** List crawled sites. Needs the scope `reports:read`. */
    get: operations['sites.list'];
    /** Crawl a site, or visit a list of addresses. Starts at `url` and follows links on the same host, politely and as robots.txt allows; sitemaps are read, too. `urls` visits those addresses instead and follows nothing. Needs the scope `reports:write`. */
    post: operations['sites.create'];
  };
  '/api/v1/sites/{id}': {
    /** Show a site and the progress of its crawl. Needs the scope `reports:read`. */
    get: operations['sites.show'];
    /** Update a site. Who may see its page, and how it is crawled from the next time on. Needs the scope `reports:write`. */
    put: operations['sites.update'];
    /** Delete a site, its crawls and its schedule. Needs the scope `reports:write`. */
    delete: operations['sites.delete'];
  };
  '/api/v1/sites/{id}/cancel': {
    /** End a crawl. What was found stays. A crawl that is done stays as it is. Needs the scope `reports:write`. */
    post: operations['sites.cancel'];
  };
  '/api/v1/sites/{id}/pages': {
    /** List the pages of a site. Needs the scope `reports:read`. */
    get: operations['sites.pages'];
  };
  '/api/v1/sites/{id}/problems': {
    /** List the problems of a site. The most important first. While the first crawl runs, those found so far. Needs the scope `reports:read`. */
    get: operations['sites.problems'];
  };
  '/api/v1/sites/{id}/export': {
    /** Download a site as CSV or PDF. CSV: up to 10,000 pages, or up to 10,000 places of each problem. PDF: the site’s page; 409 before the first complete crawl, 503 where the service has no browser. Needs the scope `reports:read`. */
    get: operations['sites.export'];
  };
  '/api/v1/sites/{id}/links': {
    /** List the links that open a site’s page. Needs the scope `reports:read`. */
    get: operations['sites.links.list'];
    /** Create a link that opens a site’s closed page. Anyone with the link can see the page until the link expires or is deleted, or until the page’s privacy or password changes, so this needs the scope `reports:read` as well. Needs the scope `reports:write`. */
    post: operations['sites.links.create'];
  };
  '/api/v1/sites/{id}/links/{link}': {
    /** Delete a link that opens a site’s page. Needs the scope `reports:write`. */
    delete: operations['sites.links.delete'];
  };
  '/api/v1/sites/{id}/crawls': {
    /** List the crawls of a site. The newest first, with their scores. Pages and problems are kept of the last ten, of others the sums. Needs the scope `reports:read`. */
    get: operations['sites.crawls.list'];
    /** Crawl a site again. What the last complete crawl found is shown until this one is complete. 409 while one isn’t done. Needs the scope `reports:write`. */
    post: operations['sites.crawls.create'];
  };
  '/api/v1/sites/{id}/changes': {
    /** Compare two crawls of a site. New and mended broken links, pages that appeared, vanished, fail or whose score fell or rose by 5 points, and problems with another number of places: the last complete crawl and the one before, unless `to` and `from` name others. Each list has the first 100. 409 when there is no earlier crawl. Needs the scope `reports:read`. */
    get: operations['sites.changes'];
  };
  '/api/v1/sites/{id}/schedule': {
    /** Show the schedule of a site. 404 when it has none. Needs the scope `reports:read`. */
    get: operations['sites.schedule.show'];
    /** Have a site crawled regularly. Makes the schedule, or changes the given fields. Without any: weekly, on Mondays at 6:00 UTC, with e-mails. Needs the scope `reports:write`. */
    put: operations['sites.schedule.update'];
    /** Delete the schedule of a site. Needs the scope `reports:write`. */
    delete: operations['sites.schedule.delete'];
  };
  '/api/v1/sites/{id}/clusters': {
    /** List the canonical and language clusters of a site. Pages that name one canonical address other than their own, and pages that declare the same language versions (hreflang). The largest first; while the crawl runs, those found so far. Needs the scope `reports:read`. */
    get: operations['sites.clusters'];
  };
  '/v1/palettes': {
    /** List palettes. Newest first. Needs the scope `palettes:read`. */
    get: operations['palettes.list'];
    /** Generate a new colour palette. The base colour comes first, unchanged. Any two colours differ visibly (by at least 0.02 ΔEOK), and the same request gives the same colours. Needs the scope `palettes:write`. */
    post: operations['palettes.create'];
  };
  '/v1/palettes/from-image': {
    /** Create a palette from the main colours of an image. Finds clusters of colours in OKLab. Every colour occurs in the image; the most important one comes first. The image is sent, or fetched from its address. Needs the scope `palettes:write`. */
    post: operations['palettes.fromImage.create'];
  };
  '/v1/palettes/{id}': {
    /** Retrieve a saved palette. With `Accept: image/svg+xml` or `image/png`, answers with a picture: a sheet of swatches. Needs the scope `palettes:read`. */
    get: operations['palettes.show'];
    /** Delete a palette. Needs the scope `palettes:write`. */
    delete: operations['palettes.delete'];
    /** Rename a palette. Changes name and description; `POST /v1/palettes/{id}/regenerate` and `PUT /v1/palettes/{id}/colors` change colours. Needs the scope `palettes:write`. */
    patch: operations['palettes.update'];
  };
  '/v1/palettes/{id}/picture': {
    /** Draw a palette, optionally as seen with a colour vision deficiency. As SVG, or with `Accept: image/png` as PNG. Needs the scope `palettes:read`. */
    get: operations['palettes.picture'];
  };
  '/v1/palettes/{id}/regenerate': {
    /** Generate the colours of a palette again. Keeps the base and the locked colours, and gives the palette a new version; the last 100 are kept. Themes keep the colours that they were made with until they change. With `If-Match`, only the version of that `ETag` is changed. Needs the scope `palettes:write`. */
    post: operations['palettes.regenerate'];
  };
  '/v1/palettes/{id}/colors': {
    /** Set the colours of a palette. Takes all colours in order, or those of an earlier version, as a new version: to change one, move it, add or remove one. The harmony and the scale stay, and so does a colour that the palette has already, outside sRGB, too. With `If-Match`, only the version of that `ETag` is changed. Needs the scope `palettes:write`. */
    put: operations['palettes.setColors'];
  };
  '/v1/palettes/{id}/versions': {
    /** List the versions of a palette. Newest first. Needs the scope `palettes:read`. */
    get: operations['palettes.versions'];
  };
  '/v1/palettes/{id}/versions/{version}': {
    /** Retrieve a version of a palette. Needs the scope `palettes:read`. */
    get: operations['palettes.version'];
  };
  '/v1/palettes/{id}/diff': {
    /** Compare two versions of a palette. Needs the scope `palettes:read`. */
    get: operations['palettes.diff'];
  };
  '/v1/harmonies': {
    /** Show every harmony of a colour. The colours that `POST /v1/palettes` would give with each harmony, side by side. Nothing is stored. Needs the scope `palettes:read`. */
    get: operations['harmonies.list'];
  };
  '/v1/contrast': {
    /** Check the contrast of two colours. WCAG 2.2 and APCA. Ratios are compared exactly and shown rounded down. A translucent foreground is composited over the background. Needs the scope `palettes:read`. */
    get: operations['contrast.list'];
  };
  '/v1/palettes/{id}/contrast': {
    /** Check WCAG contrast ratios for a palette. Ratios are compared exactly and shown rounded down. Translucent colours are composited over their background, and translucent backgrounds over white. Needs the scope `palettes:read`. */
    get: operations['palettes.contrast'];
  };
  '/v1/tokens/import': {
    /** Import design tokens from a file. Reads tokens of other tools as DTCG 2025.10 and says what was changed. Saves nothing: send `tokens` to `POST /v1/themes`. Needs the scope `tokens:write`. */
    post: operations['tokens.import.create'];
  };
  '/v1/tokens/import/website': {
    /** Import design tokens from a website. Fetches a page and its style sheets, and reads their custom properties as DTCG 2025.10, those of a dark mode among them. Where a website names no colours, the ones that it uses most become tokens. Saves nothing: send `tokens` to `POST /v1/themes`. Needs the scope `tokens:write`. */
    post: operations['tokens.import.website.create'];
  };
  '/v1/tokens/export': {
    /** Export design tokens in a target format. Accepts the export; a worker renders its file. Identical requests of an organisation share one export. Needs the scope `tokens:write`. */
    post: operations['tokens.export'];
  };
  '/v1/tokens': {
    /** List the exports. Newest first, without those that have expired. Needs the scope `tokens:read`. */
    get: operations['tokens.list'];
  };
  '/v1/tokens/formats': {
    /** List the export formats, with an example each. Needs the scope `tokens:read`. */
    get: operations['tokens.formats'];
  };
  '/v1/tokens/{id}/status': {
    /** Get token export job status. Needs the scope `tokens:read`. */
    get: operations['tokens.status'];
  };
  '/v1/tokens/{id}/file': {
    /** Download the file of a completed export. Needs the scope `tokens:read`. */
    get: operations['tokens.file'];
  };
  '/v1/tokens/{id}': {
    /** Cancel an export, or remove its file. Needs the scope `tokens:write`. */
    delete: operations['tokens.delete'];
  };
  '/v1/themes': {
    /** List themes. Newest first. Needs the scope `palettes:read`. */
    get: operations['themes.list'];
    /** Create a theme from palette and token set. Validates the tokens, resolves their references, and derives roles for light, dark and high contrast from the palette. The body may be up to 8 MB, with up to 20,000 tokens and groups. Needs the scope `themes:write`. */
    post: operations['themes.create'];
  };
  '/v1/themes/{id}': {
    /** Retrieve a theme. Needs the scope `palettes:read`. */
    get: operations['themes.show'];
    /** Delete a theme. Needs the scope `themes:write`. */
    delete: operations['themes.delete'];
    /** Change a theme. Changes name and description. New tokens, or `adjust`, derive the roles again. Needs the scope `themes:write`. */
    patch: operations['themes.update'];
  };
  '/v1/themes/{id}/derive': {
    /** Try tokens on a theme. Returns the roles as they would be with other tokens. Nothing is stored. Needs the scope `palettes:read`. */
    post: operations['themes.derive'];
  };
  '/v1/themes/{id}/versions': {
    /** List the versions of a theme. Newest first. New tokens, and a change of `adjust`, make a version. Needs the scope `palettes:read`. */
    get: operations['themes.versions'];
  };
  '/v1/themes/{id}/versions/{version}': {
    /** Retrieve a version of a theme. Needs the scope `palettes:read`. */
    get: operations['themes.version'];
  };
  '/v1/themes/{id}/diff': {
    /** Compare two versions of a theme. Needs the scope `palettes:read`. */
    get: operations['themes.diff'];
  };
  '/v1/palettes/{id}/links': {
    /** List the links that open a palette. Needs the scope `palettes:read`. */
    get: operations['palettes.links'];
    /** Create a link that opens a palette. Opens a page with the swatches, their contrast, and how they look with a colour vision deficiency, for anyone who has it, until it expires or is deleted. Needs the scope `palettes:write`. */
    post: operations['palettes.createLink'];
  };
  '/v1/palettes/{id}/links/{link}': {
    /** Delete a link that opens a palette. Needs the scope `palettes:write`. */
    delete: operations['palettes.deleteLink'];
  };
  '/v1/themes/{id}/links': {
    /** List the links that open a theme. Needs the scope `palettes:read`. */
    get: operations['themes.links'];
    /** Create a link that opens a theme. Opens the theme’s style sheet, always in its newest version, for anyone who has it, until it expires or is deleted. Needs the scope `themes:write`. */
    post: operations['themes.createLink'];
  };
  '/v1/themes/{id}/links/{link}': {
    /** Delete a link that opens a theme. Needs the scope `themes:write`. */
    delete: operations['themes.deleteLink'];
  };
  '/v1/workspaces': {
    /** List all workspaces. Oldest first. Every organisation has a default workspace from the start. Needs the scope `workspaces:read`. */
    get: operations['workspaces.list'];
    /** Create a workspace. Needs the scope `workspaces:write`. */
    post: operations['workspaces.create'];
  };
  '/v1/workspaces/{id}': {
    /** Delete a workspace. Needs the scope `workspaces:write`. */
    delete: operations['workspaces.delete'];
    /** Rename a workspace. Needs the scope `workspaces:write`. */
    patch: operations['workspaces.update'];
  };
  '/v1/keys': {
    /** List the organisation's API keys. With their scopes, limits and last use; revoked and expired ones included. Newest first. Needs the scope `keys:admin`. */
    get: operations['keys.list'];
    /** Create an API key. The key itself is only shown in this response. Needs the scope `keys:admin`. */
    post: operations['keys.create'];
  };
  '/v1/keys/events': {
    /** List what happened to the API keys. The audit log: who created, rotated or revoked which key, when, and from which address. Needs the scope `keys:admin`. */
    get: operations['keys.events.list'];
  };
  '/v1/keys/self': {
    /** Show the key that makes the request. What a key may do, until when and from where, as seen by itself. Every key may ask; a member, who has no key, gets 404. Needs the scope `sessions:own`. */
    get: operations['keys.showSelf'];
    /** Revoke the key that makes the request. For programs that no longer need their key, and for whoever finds one that leaked. It stops working within a second; its record is kept. Every key may do this, except the last one with `keys:admin`; a member, who has no key, gets 404. Needs the scope `sessions:own`. */
    delete: operations['keys.revokeSelf'];
  };
  '/v1/keys/{id}': {
    /** Show an API key. Its scopes, limits and last use, never the key itself. Revoked keys are shown as well. Needs the scope `keys:admin`. */
    get: operations['keys.show'];
    /** Revoke an API key. It stops working within a second. Its record is kept. Needs the scope `keys:admin`. */
    delete: operations['keys.revoke'];
  };
  '/v1/keys/{id}/rotate': {
    /** Replace an API key. The new key has the scopes, rate limit, addresses and expiry of the old one, which expires after the grace period. A key can be replaced only once. Needs the scope `keys:admin`. */
    post: operations['keys.rotate'];
  };
  '/v1/usage': {
    /**
     * Show what the API keys have used
     * @description Requests with a key, and the events, reports and exports they made, by day (UTC), key and area. Other gateways' latest 5 seconds may be missing. `events` are those that servers send; those of the tracker need no key. `quotas` are this month's, and what was used of them: beyond one, requests that would use more are 429 with the code `quota_exceeded`.
     *
     *     Needs the scope `usage:read`.
     */
    get: operations['usage.list'];
  };
  '/v1/webhooks': {
    /** List webhooks. Newest first. Needs the scope `webhooks:write`. */
    get: operations['webhooks.list'];
    /** Create a webhook. The secret is only shown in this answer. Each event needs the scope of what it tells, besides this one. Needs the scope `webhooks:write`. */
    post: operations['webhooks.create'];
  };
  '/v1/webhooks/{id}': {
    /** Show a webhook. Where it sends what, and whether deliveries fail. The secret is never shown again. Needs the scope `webhooks:write`. */
    get: operations['webhooks.show'];
    /** Delete a webhook and its deliveries. Nothing is sent any more, deliveries that wait for another attempt included. Needs the scope `webhooks:write`. */
    delete: operations['webhooks.delete'];
    /** Change a webhook. Fields that are not given stay as they are. Needs the scope `webhooks:write`. */
    patch: operations['webhooks.update'];
  };
  '/v1/webhooks/{id}/rotate': {
    /** Rotate a webhook's secret. Messages carry signatures of both secrets until the grace period ends. Needs the scope `webhooks:write`. */
    post: operations['webhooks.rotate'];
  };
  '/v1/webhooks/{id}/ping': {
    /** Send a test event. Sends `webhook.ping` to the address, whatever events the webhook asks for. A webhook that is switched off is 400. Needs the scope `webhooks:write`. */
    post: operations['webhooks.ping'];
  };
  '/v1/webhooks/{id}/deliveries': {
    /** List a webhook's deliveries. Newest first. Deliveries are kept for 30 days. Needs the scope `webhooks:write`. */
    get: operations['webhooks.deliveries.list'];
  };
  '/v1/webhooks/{id}/deliveries/{delivery}': {
    /** Show a delivery and its attempts. What was sent, when, and what came back each time. `payload.data` is empty for those who may not read the event. Needs the scope `webhooks:write`. */
    get: operations['webhooks.deliveries.show'];
  };
  '/v1/webhooks/{id}/deliveries/{delivery}/repeat': {
    /** Deliver an event again. The message keeps its `webhook-id`, by which a receiver recognises the repetition. Needs the scope `webhooks:write`. */
    post: operations['webhooks.deliveries.repeat'];
  };
  '/v1/members': {
    /** List members and invitations. With their roles and last sign-in; open and expired invitations included. Newest first. Needs the scope `keys:admin`. */
    get: operations['members.list'];
    /**
     * Invite a member
     * @description Whoever opens the link within 14 days, or signs in with this address, verified by their identity provider, joins with the role. From then on they are known by issuer and subject, whatever happens to the address. Nobody can give a role that may do more than they may, and a key that expires or is bound to addresses gives none. Where the platform sends e-mail, the address is sent a link as well.
     *
     *     Needs the scope `keys:admin`.
     */
    post: operations['members.invite'];
  };
  '/v1/members/{id}/invitation': {
    /** Make a new invitation link. Takes the place of the links that the invitation had, holds for another 14 days, and is mailed as well where the platform sends e-mail. Also for an invitation that has ended. Needs the scope `keys:admin`. */
    post: operations['members.inviteAgain'];
  };
  '/v1/members/events': {
    /** List what happened to the members. The audit log: who invited, changed or removed whom, who joined, when and from where. Needs the scope `keys:admin`. */
    get: operations['members.events.list'];
  };
  '/v1/members/{id}': {
    /** Show a member. A person who has joined, or an invitation that waits for one. Needs the scope `keys:admin`. */
    get: operations['members.show'];
    /** Remove a member or withdraw an invitation. Their sessions end at once. Keys that they created stay. The last owner cannot be removed. Needs the scope `keys:admin`. */
    delete: operations['members.remove'];
    /** Change a member's role. It takes effect with their next request. The last owner can’t be given another role. Needs the scope `keys:admin`. */
    patch: operations['members.update'];
  };
  '/v1/sessions': {
    /** List your sessions. Those of the key or member that makes the request; a member’s in all their organisations. Every key and member may do this. Needs the scope `sessions:own`. */
    get: operations['sessions.list'];
    /** Sign out everywhere. Ends all your sessions, this one included, on every gateway at once. Needs the scope `sessions:own`. */
    delete: operations['sessions.endAll'];
  };
  '/v1/sessions/{id}': {
    /** End a session. One of your own; with the scope `keys:admin`, any of the organisation's. Needs the scope `sessions:own`. */
    delete: operations['sessions.end'];
  };
  '/v1/sign-in-links': {
    /** Create a sign-in link. Whoever opens it within ten minutes is signed in to the web console with your key; it works once. Every key may do this, and no session of one. Needs the scope `sessions:own`. */
    post: operations['signInLinks.create'];
  };
  '/v1/account': {
    /** Show your account. How you sign in, and the organisations that you belong to. Needs the scope `sessions:own`. */
    get: operations['account.show'];
    /** Change your name. In all your organisations. Needs the scope `sessions:own`. */
    patch: operations['account.update'];
  };
  '/v1/account/email': {
    /** Change your e-mail address. Mails the new address a link, which proves it within a day; until then the old one signs you in, which is told. With your own address, that is proved. Another account with the address comes to light with the proof. Needs the scope `sessions:own`. */
    post: operations['account.email.change'];
    /** Keep your e-mail address. The link that was mailed to the new one stops working. Needs the scope `sessions:own`. */
    delete: operations['account.email.withdraw'];
  };
  '/v1/account/email/confirm': {
    /** Confirm your new e-mail address. With the secret that was mailed to it, in a session of the account. Ends links for a new password, and tells the old address. Needs the scope `sessions:own`. */
    post: operations['account.email.confirm'];
  };
  '/v1/account/proof/options': {
    /** Ask for a passkey as a proof. Returns what `navigator.credentials.get` takes. For `POST /v1/account/proof`. Needs the scope `sessions:own`. */
    post: operations['account.requestProof'];
  };
  '/v1/account/proof': {
    /** Prove who you are. With your password or a passkey. It counts for 15 minutes, in this session. Needs the scope `sessions:own`. */
    post: operations['account.prove'];
  };
  '/v1/account/password': {
    /** Set your password. Ends your other sessions in all your organisations. Needs the scope `sessions:own`. */
    put: operations['account.setPassword'];
  };
  '/v1/account/passkeys/options': {
    /** Ask for a new passkey. Returns what `navigator.credentials.create` takes. For `POST /v1/account/passkeys`. Needs the scope `sessions:own`. */
    post: operations['account.passkeys.request'];
  };
  '/v1/account/passkeys': {
    /** Add a passkey. It signs you in without a password. At most 20. Needs the scope `sessions:own`. */
    post: operations['account.passkeys.add'];
  };
  '/v1/account/passkeys/{id}': {
    /** Remove a passkey. It signs nobody in any more. The last way into the account can’t be removed. Needs the scope `sessions:own`. */
    delete: operations['account.passkeys.remove'];
    /** Rename a passkey. So that you know which device keeps it. Needs the scope `sessions:own`. */
    patch: operations['account.passkeys.rename'];
  };
  '/v1/account/totp': {
    /** Set up an app that shows codes. Returns a secret for the app (TOTP, RFC 6238). It counts once `POST /v1/account/totp/confirm` has had a first code of it. Needs the scope `sessions:own`. */
    post: operations['account.totp.start'];
  };
  '/v1/account/totp/confirm': {
    /** Confirm the app with a first code. From then on a password alone does not sign you in. Returns recovery codes for when the app is lost. Needs the scope `sessions:own`. */
    post: operations['account.totp.confirm'];
  };
  '/v1/account/second-factor': {
    /** Ask for a passkey after the password. Returns recovery codes for when the passkeys are lost. Needs the scope `sessions:own`. */
    post: operations['account.secondFactor.turnOn'];
    /** Turn the second step off. Forgets the app and the recovery codes. Passkeys stay. Needs the scope `sessions:own`. */
    delete: operations['account.secondFactor.turnOff'];
  };
  '/v1/account/recovery-codes': {
    /** Make new recovery codes. The old ones stop working. Needs the scope `sessions:own`. */
    post: operations['account.recoveryCodes.renew'];
  };
  '/v1/members/{id}/reset-link': {
    /** Make a link that lets a member back in. Whoever opens it within a day sets a new password for the member’s account, whose passkeys, second step and sessions end. Only for somebody who belongs to no other organisation, and has no role that may do more than you may. Needs the scope `keys:admin`. */
    post: operations['members.resetLink'];
  };
  '/v1/device-logins/{code}': {
    /** Show a command line that waits. By the code that it shows, within ten minutes. Ten codes that nobody shows may be tried in a quarter of an hour. Needs the scope `keys:admin`. */
    get: operations['deviceLogins.show'];
  };
  '/v1/device-logins/{code}/approval': {
    /** Let a command line in. It gets a key of your organisation with these scopes, made when it fetches it, if you may still make it then. Needs the scope `keys:admin`. */
    post: operations['deviceLogins.approve'];
  };
  '/v1/device-logins/{code}/denial': {
    /** Turn a command line away. It learns so, and its code stops working. Needs the scope `keys:admin`. */
    post: operations['deviceLogins.deny'];
  };
  '/v1/status/checks': {
    /** Examine what the platform needs and what is unsafe. As `npm run doctor`: whether PostgreSQL, Redis and the mail server can be reached, the clocks, the disk, the versions, and settings that are unsafe, each with what to do. As the gateway that answers sees it. Needs the scope `operators:read`. */
    get: operations['status.check'];
  };
  '/v1/status': {
    /**
     * Show the health of services, queues and versions
     * @description What each process says about itself right now: an instance that takes longer than two seconds is `unreachable`. Of several gateways, the one that answers shows itself and its own view of the others. The scope is not part of `*`, as the answer is about all organisations: the command line gives it (`keys create --scopes '*,operators:read'`).
     *
     *     Needs the scope `operators:read`.
     */
    get: operations['status.show'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Alert: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** A name that people recognise. Such as Spring campaign */
      name: string;
      /** spike: many visits within an hour; silence: no visits for hours in which there usually are some; goal: a number of conversions; drop: a day with far fewer visits than the same weekday usually has. Such as spike */
      type: 'spike' | 'silence' | 'goal' | 'drop';
      /** For spike: visits that began within an hour; for goal: conversions, 1 by default; for drop: by how many per cent, 1 to 100 and 50 by default. Such as 100 */
      threshold: number | null;
      /** For silence: hours without visits. Such as 6 */
      hours: number | null;
      /** For goal: the id of the goal. Such as 3 */
      goal: number | null;
      /** For goal: the period in which conversions are counted. Such as day */
      period: 'day' | 'month' | null;
      /** E-mail addresses that get the alert, one per line; null: the same as for digests. Such as ann@shop.example */
      recipients: string | null;
      /** Who gets the alert; nobody while the list is empty. Such as [ "ann@shop.example" ] */
      goes_to: string[];
      /** When it last went off; null: not in the last 90 days. Such as 2026-11-22T09:30:00.000Z */
      last_told_at: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    AlertList: {
      /** The result */
      data: components['schemas']['Alert'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    AlertResponse: {
      /** The result */
      data: components['schemas']['Alert'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Annotation: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** A deployment, a fix of what a report found, or any other note. Such as deployment */
      kind: 'note' | 'deployment' | 'fix';
      /** When it happened. Such as 2026-11-20T10:00:00Z */
      time: string;
      /** The day of the website’s calendar. Such as 2026-11-20 */
      day: string;
      /** What happened. Such as Version 2 released */
      text: string;
      /** Where to read more. Such as https://shop.example/changes */
      url: string | null;
      /** What it brought, as its owner judges; null while nobody has. Such as better */
      rating: 'better' | 'same' | 'worse' | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    AnnotationList: {
      /** The result */
      data: components['schemas']['Annotation'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    AnnotationResponse: {
      /** The result */
      data: components['schemas']['Annotation'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Bot: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Id of the visit. Such as -3907426518320453127 */
      visit: string;
      /** The day on which it began. Such as 2026-11-20 */
      day: string;
      /** The line of exclude_visitors by which later ones are left out. Such as screen = 800x600 */
      rule: string;
      /** Id of the deletion of the visit. Such as 7 */
      deletion: number;
      /** The API key or session that said so. Such as key_01k9 */
      key_id: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** Until then the visit itself can be had back. Such as 2026-11-20T10:10:00Z */
      undo_until: string;
      /** When it was taken back; null if it wasn’t. Such as 2026-11-22T09:30:00.000Z */
      undone_at: string | null;
      /** The API key or session that took it back. Such as key_01h455vb4pex5vsknk084sn02q */
      undone_by: string | null;
      /** Whether the visit is still counted; null as long as nothing was taken back. Such as true */
      visit_kept: boolean | null;
    };
    BotList: {
      /** The result */
      data: components['schemas']['Bot'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    BotPreview: {
      /** The visit */
      visit: components['schemas']['Visit'];
      /** The traits that describe it. Such as [ "browser_version", "screen" ] */
      traits: string[];
      /** The line that exclude_visitors would get. Such as screen = 800x600 */
      rule: string;
      /** How many days are looked at. Such as 31 */
      days: number;
      /** Visits of these days that fit the description, this one too. Such as 1370 */
      visits: number;
      /** Visitors of these visits, by day. Such as 1204 */
      visitors: number;
      /** Page views of these visits. Such as 3411 */
      pageviews: number;
      /** Events of these visits. Such as 12 */
      events: number;
    };
    BotPreviewResponse: {
      /** The result */
      data: components['schemas']['BotPreview'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    BotResponse: {
      /** The result */
      data: components['schemas']['Bot'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Clicks: {
      /** The days that are counted */
      date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      };
      /** All clicks of the period. Such as 1240 */
      total: number;
      /** The 100 pages with most clicks */
      pages: {
        /** The page as the statistics name it; empty for all that were too many. Such as /pricing */
        page: string;
        /** How often it was clicked. Such as 320 */
        clicks: number;
      }[];
      /** The 500 elements with most clicks */
      elements: {
        /** The page as the statistics name it; empty for all that were too many. Such as /pricing */
        page: string;
        /** The way to the element: names, and places among siblings from 0; empty for all that were too many. Such as #menu>li.2>a.0 */
        selector: string;
        /** Hash of the words on a link or button; empty where there are none. Such as 1093814 */
        text_hash: string;
        /** Where the element leads: a page of the website, or another host with its path. Such as /pricing */
        link: string;
        /** How often it was clicked. Such as 320 */
        clicks: number;
        /** Of those, clicks in windows of less than 768 pixels. Such as 210 */
        narrow: number;
      }[];
    };
    ClicksResponse: {
      /** The result */
      data: components['schemas']['Clicks'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "name": "Busy", "type": "spike", "threshold": 500 } */
    CreateAlert: {
      /** Unique among the alerts of the website. Such as Spring campaign */
      name: string;
      /** spike: many visits within an hour; silence: no visits for hours in which there usually are some; goal: a number of conversions; drop: a day with far fewer visits than the same weekday usually has. Such as spike */
      type: 'spike' | 'silence' | 'goal' | 'drop';
      /** For spike: visits that began within an hour; for goal: conversions, 1 by default; for drop: by how many per cent, 1 to 100 and 50 by default. Such as 50 */
      threshold?: number | null;
      /** For silence: hours without visits. Such as 6 */
      hours?: number | null;
      /** For goal: the id of the goal. Such as 3 */
      goal?: number | null;
      /** For goal: the period in which conversions are counted. Such as day */
      period?: 'day' | 'month' | null;
      /** E-mail addresses, one per line; those of the website’s e-mail digests by default. Such as ann@shop.example */
      recipients?: string | null;
    };
    /** Such as { "text": "Release 2.0", "url": "https://shop.example/releases/2.0" } */
    CreateAnnotation: {
      /** A deployment, as pipelines tell of, a fix of what a report found, or any other note; a note by default. Such as note */
      kind?: 'note' | 'deployment' | 'fix';
      /** What happened, on one line. Such as Version 2 released */
      text: string;
      /** When it happened: a time, or a day of the website’s calendar; now by default. Such as 2026-11-20T10:00:00Z */
      time?: string;
      /** Where to read more about it. Such as https://shop.example/pricing */
      url?: string | null;
      /** What it brought, as its owner judges; null while nobody has. Such as better */
      rating?: 'better' | 'same' | 'worse' | '' | null;
    };
    /** Such as { "visit": "-3907426518320453127", "from": "2026-11-20", "traits": [ "browser_version", "screen" ] } */
    CreateBot: {
      /** Id of the visit, as in the list of visits and the export of events. Such as -3907426518320453127 */
      visit: string;
      /** The day on which the visit began, by the website’s clock. Such as 2026-11-20 */
      from: string;
      /** By what later visits are told to be the same bot’s: all of them must have the visit’s value. By default country, browser_version, os_version, device, screen and language, as far as they are known. Such as [ "browser_version", "screen" ] */
      traits?: (
        | 'country'
        | 'region'
        | 'city'
        | 'browser'
        | 'browser_version'
        | 'os'
        | 'os_version'
        | 'device'
        | 'screen'
        | 'language'
      )[];
    };
    /** Such as { "from": "2026-11-20", "to": "2026-11-22", "filters": [ { "dimension": "referrer", "operator": "is", "values": [ "spam.example" ] } ] } */
    CreateDeletion: {
      /** First day, by the website’s clock; the first with traffic by default. Such as 2026-11-01 */
      from?: string;
      /** Last day; today by default. Such as 2026-11-21 */
      to?: string;
      /** Conditions that all have to hold, as in questions. With conditions on `page` and `event` alone, the hits on those pages or of those names are deleted; with any other, whole visits that began on these days */
      filters?: components['schemas']['Filter'][];
      /** Id of one visit, such as a bot’s: `visit_id` in the export of events. It needs `from`, the day on which it began. Such as -3907426518320453127 */
      visit?: string;
      /** True to reset the website: all of its statistics, imported ones too. Nothing else may be given then. Such as false */
      everything?: boolean;
    };
    CreateFunnel: {
      /** Unique among the funnels of the website. Such as Spring campaign */
      name: string;
      /** Each is the id of a goal, or a goal without a name. Such as [ { "type": "page", "pattern": "/cart" }, { "type": "page", "pattern": "/thanks*" } ] */
      steps: (
        | number
        | {
            /** Unique among the goals of the website. Such as Ordered */
            name?: string;
            /** What counts as a conversion: a page view, an event, a scroll depth, or time on a page. Such as page */
            type: 'page' | 'event' | 'scroll' | 'engaged';
            /** Path of the page, or name of the event; * for any text. By default, scroll and engaged take all pages. Such as /thanks* */
            pattern?: string;
            /** For scroll: percent of the page; for engaged: seconds. Such as 50 */
            threshold?: number | null;
            /** For event: a property that it must have. Such as plan */
            property?: string | null;
            /** The value that the property must have. Such as team */
            property_value?: string | null;
          }
      )[];
    };
    /** Such as { "name": "Orders", "type": "page", "pattern": "/thanks*" } */
    CreateGoal: {
      /** Unique among the goals of the website. Such as Spring campaign */
      name: string;
      /** What counts as a conversion: a page view, an event, a scroll depth, or time on a page. Such as page */
      type: 'page' | 'event' | 'scroll' | 'engaged';
      /** Path of the page, or name of the event; * for any text. By default, scroll and engaged take all pages. Such as /thanks* */
      pattern?: string;
      /** For scroll: percent of the page; for engaged: seconds. Such as 50 */
      threshold?: number | null;
      /** For event: a property that it must have. Such as plan */
      property?: string | null;
      /** The value that the property must have. Such as team */
      property_value?: string | null;
      /** For event: the currency of a revenue goal (ISO 4217). Other currencies are counted beside it. Such as EUR */
      currency?: string | null;
    };
    /** Such as { "name": "Shops", "websites": [ 1, 2 ] } */
    CreateGroup: {
      /** Unique among the groups of the organisation. Such as Shops */
      name: string;
      /** Ids of websites, at most 100. Such as [ 1, 2 ] */
      websites: number[];
    };
    /** Such as { "source": "plausible", "file_name": "export.zip", "content": "UEsDBA" } */
    CreateImport: {
      /** Up to 3 MB of the file, in base64. Such as date,visitors 2026-10-01,12 */
      content?: string;
      /** The program that the file comes from. Such as plausible */
      source: 'plausible' | 'umami' | 'goatcounter' | 'ga4' | 'universal_analytics';
      /** Its name, which says what a single CSV file from Plausible holds. Such as imported_visitors.csv */
      file_name: string;
      /** 1: this is the whole file; 1 by default where there is content. Such as 0 */
      complete?: 0 | 1;
    };
    CreatePageLink: {
      /** Who has the link. Such as Agency */
      name?: string;
      /** Lifetime of the link in seconds. Such as 604800 */
      expires_in?: number;
    };
    /** Such as { "name": "Readers of the blog", "filters": [ { "dimension": "page", "operator": "matches", "values": [ "/blog/*" ] }, { "dimension": "country", "operator": "is_not", "values": [ "US" ] } ] } */
    CreateSegment: {
      /** Unique among the segments of the website. Such as German phones */
      name: string;
      /** As in a query; all of them must be met */
      filters: components['schemas']['Filter'][];
    };
    /** Such as { "domain": "shop.example", "privacy": 0, "exclude_params": "utm_*" } */
    CreateWebsite: {
      /** Domain name. Such as shop.example */
      domain: string;
      /** Statistics page: 0 public, 1 private, 2 password. Such as 1 */
      privacy?: 0 | 1 | 2;
      /** Statistics page password; for privacy 2. Such as correct horse battery */
      password?: string | null;
      /** Periodic e-mail digests: 0 off, 1 on. Such as 0 */
      email?: 0 | 1;
      /** How often the digests are sent. Such as weekly */
      email_frequency?: 'weekly' | 'monthly';
      /** E-mail addresses that get the digests, one per line. Such as ann@shop.example ben@shop.example */
      email_recipients?: string | null;
      /** Language of its e-mails: en, English; de, German. Such as en */
      language?: 'en' | 'de';
      /** Exclude common bots: 0 off, 1 on. Such as 1 */
      exclude_bots?: 0 | 1;
      /** Query parameters excluded from tracking, one per line; * for any characters. Such as utm_* fbclid */
      exclude_params?: string | null;
      /** IP addresses, CIDRs and ranges excluded from tracking, one per line. Such as 192.0.2.7 198.51.100.0/24 */
      exclude_ips?: string | null;
      /** Addresses, CIDRs and ranges of proxies that pass the website’s hits on, one per line; X-Forwarded-For is believed from them. Such as 203.0.113.0/28 */
      trusted_proxies?: string | null;
      /** Pages that are stored as one, a rule per line: a pattern in which * stands for any characters, `=>`, and the page that is stored; without `=>`, the pattern itself. Such as /order/* => /order /reset/* */
      page_rules?: string | null;
      /** Pages that aren’t stored, one per line; * for any characters. Such as /admin/* */
      exclude_pages?: string | null;
      /** Hosts of pages that aren’t stored, one per line; * for any characters. Such as staging.shop.example */
      exclude_hosts?: string | null;
      /** Countries whose visitors aren’t stored, one code (ISO 3166-1 alpha-2) per line. Such as AQ */
      exclude_countries?: string | null;
      /** Visitors who aren’t stored, one description per line: `browser_version = Chrome 131; screen = 800x600`. All of a line must hold; country, region, city, browser, browser_version, os, os_version, device, screen and language may be named. Such as browser_version = Chrome 131; screen = 800x600 */
      exclude_visitors?: string | null;
      /** Whether /a and /a/ are two pages (keep) or one (remove). Such as keep */
      trailing_slash?: 'keep' | 'remove';
      /** Whether ?a=1&b=2 and ?b=2&a=1 are two pages (keep) or one (sort). Such as sort */
      query_order?: 'keep' | 'sort';
      /** Whether Facebook, facebook and fb as utm_source are different (keep) or the same (lower). Such as lower */
      campaign_case?: 'keep' | 'lower';
      /** Origins that may show the statistics page in a frame, one per line. Such as https://team.example */
      embed_origins?: string | null;
      /** IANA time zone in which its days begin and end. Such as Europe/Berlin */
      timezone?: string;
      /** Day on which its weeks begin: in statistics by week, “this week” and weekly digests. Such as monday */
      week_start?: 'monday' | 'sunday';
      /** Months after which data is removed; null: never. Such as 24 */
      retention_months?: null | number | '';
    };
    Deleted: {
      /** Id of what was deleted. Such as 7 */
      id: number;
      /** What it was. Such as website */
      object: string;
      /** Always true. Such as true @constant */
      deleted: true;
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Deletion: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** First day; null where everything goes. Such as 2026-11-20 */
      from: string | null;
      /** Last day; null where everything goes. Such as 2026-11-22 */
      to: string | null;
      /** True if the website was reset. Such as false */
      everything: boolean;
      /** The conditions as they were given. Such as [ { "dimension": "referrer", "operator": "is", "values": [ "spam.example" ] } ] */
      filters: {
        [key: string]: unknown;
      }[];
      /** How far it is. Such as completed */
      status: 'pending' | 'running' | 'completed' | 'failed';
      /** Page views that are deleted so far. Such as 3411 */
      pageviews: number;
      /** Events that are deleted so far. Such as 12 */
      events: number;
      /** Visits that are deleted so far. Such as 1370 */
      visits: number;
      /** The API key or session that asked for it. Such as key_01k9 */
      key_id: string;
      /** Why it failed; null if it did not. Such as The database did not answer in time */
      error: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it was done; null before. Such as 2026-11-22T09:30:00.000Z */
      finished_at: string | null;
    };
    DeletionList: {
      /** The result */
      data: components['schemas']['Deletion'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    DeletionPreview: {
      /** First day; null where everything goes. Such as 2026-11-20 */
      from: string | null;
      /** Last day; null where everything goes. Such as 2026-11-22 */
      to: string | null;
      /** True if whole visits go; false if hits go and the visits stay without them. Such as true */
      whole_visits: boolean;
      /** Page views that would be deleted. Such as 3411 */
      pageviews: number;
      /** Events that would be deleted. Such as 12 */
      events: number;
      /** Visits that would be deleted, or that have hits that would. Such as 1370 */
      visits: number;
      /** Visitors of these visits, by day: who came on two days counts twice. Such as 1204 */
      visitors: number;
    };
    DeletionPreviewResponse: {
      /** The result */
      data: components['schemas']['DeletionPreview'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    DeletionResponse: {
      /** The result */
      data: components['schemas']['Deletion'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Drops: {
      /** The first day, in the time zone of the website. Such as 2026-11-01 */
      from: string;
      /** The last day, in the time zone of the website. Such as 2026-11-21 */
      to: string;
      /** By reason. Such as { "bot": 12 } */
      totals: {
        [key: string]: number;
      };
      /** Counts by day and reason */
      days: {
        /** The day, in the time zone of the website. Such as 2026-11-20 */
        day: string;
        /** Why they weren’t counted. Such as bot */
        reason: string;
        /** How many were dropped. Such as 12 */
        count: number;
      }[];
    };
    DropsResponse: {
      /** The result */
      data: components['schemas']['Drops'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    ExclusionsPreview: {
      /** Number of days considered. Such as 7 */
      days: number;
      /** Distinct pages in these days. Such as 120 */
      pages_before: number;
      /** Distinct pages with the exclusion. Such as 80 */
      pages_after: number;
      /** False when only the most viewed 20,000 pages were considered. Such as true */
      is_complete: boolean;
      /** The 100 most viewed pages that would result from merging, each with up to 20 of its sources */
      merged: {
        /** What the page would be called. Such as /pricing */
        page: string;
        /** Its page views. Such as 340 */
        pageviews: number;
        /** The pages that are merged into it */
        from: {
          /** A page as it is counted today. Such as /pricing?utm_source=news */
          page: string;
          /** Its page views. Such as 12 */
          pageviews: number;
        }[];
      }[];
    };
    ExclusionsPreviewResponse: {
      /** The result */
      data: components['schemas']['ExclusionsPreview'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Filter:
      | {
          /** All of these must be met */
          and: components['schemas']['Filter'][];
        }
      | (
          | {
              /** One of these must be met */
              or: components['schemas']['Filter'][];
            }
          | (
              | {
                  /** What is compared. Such as goal */
                  dimension: 'goal' | 'segment';
                  /** How it is compared. Such as is */
                  operator: 'is' | 'is_not';
                  /** Ids or names of goals that the visit reached, or of segments that it belongs to. Such as [ "DE", "AT" ] */
                  values: string[];
                }
              | {
                  /** What is compared. Such as country */
                  dimension:
                    | (
                        | 'channel'
                        | 'referrer'
                        | 'utm_source'
                        | 'utm_medium'
                        | 'utm_campaign'
                        | 'utm_term'
                        | 'utm_content'
                        | 'page'
                        | 'entry_page'
                        | 'exit_page'
                        | 'country'
                        | 'region'
                        | 'city'
                        | 'browser'
                        | 'browser_version'
                        | 'os'
                        | 'os_version'
                        | 'device'
                        | 'screen'
                        | 'language'
                        | 'event'
                      )
                    | string;
                  /** How it is compared. Such as is */
                  operator: 'is' | 'is_not' | 'contains' | 'contains_not' | 'matches' | 'matches_not';
                  /** What it is compared with; one of them is enough. Such as [ "DE", "AT" ] */
                  values: string[];
                }
            )
        );
    Funnel: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** A name that people recognise. Such as Spring campaign */
      name: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** Visitors in these days. Such as 1204 */
      visitors: number;
      /** Visitors who took all steps divided by those who took the first, 0 to 1. Such as 0.042 */
      rate: number | null;
      /** Goals in the order in which visitors reach them */
      steps: {
        /** Id of the goal; null for a step that was written out. Such as 3 */
        goal: number | null;
        /** Name of the step. Such as Ordered */
        name: string;
        /** What is looked for. Such as page */
        type: string;
        /** The path or the event’s name that counts; `*` stands for any characters. Such as /thanks* */
        pattern: string;
        /** How far or how long: percent of the page, or seconds. Such as 50 */
        threshold: number | null;
        /** Only events with this property. Such as plan */
        property: string | null;
        /** Only events whose property has this value. Such as team */
        property_value: string | null;
        /** Visitors who reached this step after the ones before. Such as 120 */
        visitors: number;
        /** Visitors who took the previous step but not this one. Such as 80 */
        drop_off: number;
        /** Visitors divided by those of the previous step, 0 to 1. Such as 0.4 */
        rate: number | null;
      }[];
    };
    FunnelList: {
      /** The result */
      data: components['schemas']['Funnel'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    FunnelResponse: {
      /** The result */
      data: components['schemas']['Funnel'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Goal: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** A name that people recognise. Such as Spring campaign */
      name: string;
      /** What counts as a conversion: a page view, an event, a scroll depth, or time on a page. Such as page */
      type: 'page' | 'event' | 'scroll' | 'engaged';
      /** The path or the event’s name that counts; `*` stands for any characters. Such as /thanks* */
      pattern: string;
      /** How far or how long: percent of the page, or seconds. Such as 50 */
      threshold: number | null;
      /** Only events with this property. Such as plan */
      property: string | null;
      /** Only events whose property has this value. Such as team */
      property_value: string | null;
      /** What a revenue goal is paid in (ISO 4217); other currencies are counted beside it. Such as EUR */
      currency: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** How often the goal was reached. Such as 42 */
      conversions: number;
      /** Visitors who reached it. Such as 31 */
      converters: number;
      /** Converters divided by visitors, 0 to 1; null without visitors. Where imported days can’t tell of conversions (under a filter that the goal itself doesn’t meet, or for what is measured), their visitors are left out, too. Such as 0.042 */
      rate: number | null;
      /** What the conversions brought in, by currency */
      revenue: {
        /** ISO 4217 code of the currency. Such as EUR */
        currency?: string | null;
        /** Sum of the revenue, in units of the currency. Such as 1250.5 */
        amount?: number;
      }[];
      /** Conversions by value of the property or dimension */
      values?: {
        /** The value. Such as team */
        value: string;
        /** How often the goal was reached. Such as 42 */
        conversions: number;
        /** Visitors who reached it. Such as 31 */
        converters: number;
        /** Converters divided by visitors, 0 to 1; null without visitors. Where imported days can’t tell of conversions (under a filter that the goal itself doesn’t meet, or for what is measured), their visitors are left out, too. Such as 0.042 */
        rate: number | null;
        /** What the conversions brought in, by currency */
        revenue: {
          /** ISO 4217 code of the currency. Such as EUR */
          currency?: string | null;
          /** Sum of the revenue, in units of the currency. Such as 1250.5 */
          amount?: number;
        }[];
      }[];
      /** Conversions by day or by month */
      periods?: {
        /** The day or the month. Such as 2026-11 */
        period: string;
        /** How often the goal was reached. Such as 42 */
        conversions: number;
        /** Visitors who reached it. Such as 31 */
        converters: number;
        /** Converters divided by visitors, 0 to 1; null without visitors. Where imported days can’t tell of conversions (under a filter that the goal itself doesn’t meet, or for what is measured), their visitors are left out, too. Such as 0.042 */
        rate: number | null;
        /** What the conversions brought in, by currency */
        revenue: {
          /** ISO 4217 code of the currency. Such as EUR */
          currency?: string | null;
          /** Sum of the revenue, in units of the currency. Such as 1250.5 */
          amount?: number;
        }[];
      }[];
    };
    GoalList: {
      /** The result */
      data: components['schemas']['Goal'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    GoalResponse: {
      /** The result */
      data: components['schemas']['Goal'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Group: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Name of the group. Such as Shops */
      name: string;
      /** Ids of its websites; those that were deleted are gone from it. Such as [ 1, 2 ] */
      websites: number[];
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
    };
    GroupList: {
      /** The result */
      data: components['schemas']['Group'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    GroupResponse: {
      /** The result */
      data: components['schemas']['Group'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Import: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Where the file comes from. Such as plausible */
      source: 'plausible' | 'umami' | 'goatcounter' | 'ga4' | 'universal_analytics';
      /** Name of the file. Such as imported_visitors.csv */
      file_name: string;
      /** What is happening to it now. Such as uploading */
      status: 'uploading' | 'pending' | 'running' | 'completed' | 'failed';
      /** 0 to 100. Such as 100 */
      progress: number;
      /** Bytes so far. Such as 20480 */
      size_bytes: number;
      /** Lines that were read. Such as 365 */
      rows_read: number;
      /** Days that are counted because of this import. Such as 365 */
      days: number;
      /** Days left out because they already had data. Such as 0 */
      skipped_days: number;
      /** First day with data. Such as 2025-11-01 */
      first_day: string | null;
      /** Last day with data. Such as 2026-10-31 */
      last_day: string | null;
      /** Imported days are sums by day: they count for one dimension at a time, and not by hours. Such as daily_sums */
      kept_as: 'daily_sums';
      /** Why the import failed; null if it didn’t. Such as line 7 has no date */
      error: string | null;
      /** What was left out, and why. Such as 2 tables without days were left out. */
      note: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it ended; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      finished_at: string | null;
    };
    ImportList: {
      /** The result */
      data: components['schemas']['Import'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    ImportResponse: {
      /** The result */
      data: components['schemas']['Import'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    JourneyNode: {
      /** null where the visit began or ended. Such as /contact */
      page: string | null;
      /** Views on this path. Such as 41 */
      views: number;
      /** Where the path continues */
      next: components['schemas']['JourneyNode'][];
    };
    Journeys: {
      /** The page that the journeys lead through. Such as /pricing */
      page: string;
      /** Views of the page; several in a row, as by reloading, count as one. Such as 340 */
      views: number;
      /** From the page backwards, up to three pages */
      before: components['schemas']['JourneyNode'][];
      /** From the page onwards */
      after: components['schemas']['JourneyNode'][];
    };
    JourneysResponse: {
      /** The result */
      data: components['schemas']['Journeys'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    LiveStats: {
      /** Visitors in the last five minutes */
      last_5_minutes: {
        /** Different people. Such as 1204 */
        visitors: number;
        /** Pages that were viewed. Such as 3411 */
        pageviews: number;
      };
      /** Visitors in the last half hour */
      last_30_minutes: {
        /** Different people. Such as 1204 */
        visitors: number;
        /** Pages that were viewed. Such as 3411 */
        pageviews: number;
      };
      /** Page views in each of the last 30 minutes; the current one last. Such as [ 0, 2, 5 ] */
      pageviews_per_minute: number[];
      /** The pages with the most visitors */
      pages: {
        /** The page. Such as /pricing */
        value: string;
        /** Different people. Such as 1204 */
        visitors: number;
      }[];
      /** The most frequent referrers */
      referrers: {
        /** The referring site. Such as news.example */
        value: string;
        /** Different people. Such as 1204 */
        visitors: number;
      }[];
      /** Countries with the most visitors */
      countries: {
        /** ISO 3166 code of the country. Such as DE */
        value: string;
        /** Different people. Such as 1204 */
        visitors: number;
      }[];
    };
    LiveStatsResponse: {
      /** The result */
      data: components['schemas']['LiveStats'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "domain": "new-name.example" } */
    MoveWebsite: {
      /** The new domain name. Such as shop.example */
      domain: string;
    };
    PageLink: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Who has the link; null: nobody was named. Such as Agency */
      name: string | null;
      /** The address that opens the page. Such as https://stats.example/s/7?link=… */
      url: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it ends; null: never. Such as 2026-11-22T09:30:00.000Z */
      expires_at: string;
      /** When it was last used; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_used_at: string | null;
    };
    PageLinkList: {
      /** The result */
      data: components['schemas']['reports-PageLink'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    PageLinkResponse: {
      /** The result */
      data: components['schemas']['reports-PageLink'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    PageLinks: {
      /** The first page. Such as /api/v1/websites?page=1 */
      first: string;
      /** The last page. Such as /api/v1/websites?page=3 */
      last: string;
      /** The previous page; null on the first one. Such as /api/v1/websites?page=1 */
      prev: string | null;
      /** The next page; null on the last one. Such as /api/v1/websites?page=3 */
      next: string | null;
    };
    PageMeta: {
      /** The number of this page, from 1. Such as 2 */
      current_page: number;
      /** Position in the whole list of the first record on this page; null if it is empty. Such as 11 */
      from: number | null;
      /** How many pages there are. Such as 3 */
      last_page: number;
      /** The address of the list, without its query. Such as /api/v1/websites */
      path: string;
      /** Records per page. Such as 10 */
      per_page: number;
      /** Position in the whole list of the last record on this page; null if it is empty. Such as 20 */
      to: number | null;
      /** Records on all pages. Such as 23 */
      total: number;
    };
    Places: {
      /** The database that countries come from; null for none. Such as geo-whois-asn-country 2.3.2026112500 */
      source: string | null;
      /** When it was made: addresses change hands. Such as 2026-11-22T09:30:00.000Z */
      built_at: string | null;
      /** False for the one that comes with the service. Such as true */
      is_own: boolean;
    };
    PlacesResponse: {
      /** The result */
      data: components['schemas']['Places'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    PlausibleAggregateData: {
      /** The figures */
      results: {
        [key: string]: {
          /** The figure. Such as 1204 */
          value: number | null;
          /** Change from the comparison range, in percent. Such as 12 */
          change?: number | null;
        };
      };
    };
    PlausibleAggregateDataResponse: components['schemas']['PlausibleAggregateData'];
    PlausibleBreakdownData: {
      /** A row for each value. Such as [ { "page": "/pricing", "visitors": 1204 } ] */
      results: {
        [key: string]: null | number | string;
      }[];
    };
    PlausibleBreakdownDataResponse: components['schemas']['PlausibleBreakdownData'];
    PlausibleProblem: {
      /** What is wrong, in English; errors from the gateway have it in `message`. Such as date_range must be one of … */
      error?: string;
      /** The same without the field. Such as count must be at most 20 */
      message: string;
      /** Stable and machine-readable; docs/errors.md lists all codes. Such as invalid_parameter */
      code: string;
    };
    /** Such as { "site_id": "shop.example", "metrics": [ "visitors", "bounce_rate" ], "date_range": "7d", "dimensions": [ "visit:country" ] } */
    PlausibleQuery: {
      /** The website’s domain. Such as shop.example */
      site_id: string;
      /** What is counted. Such as [ "visitors", "pageviews" ] */
      metrics: string[];
      /** One of Plausible’s names, or the first and last day. Such as 7d */
      date_range: string | string[];
      /** What it is broken down by. Such as [ "visit:country" ] */
      dimensions?: string[];
      /** Conditions that must all be met. Such as [ [ "is", "visit:country", [ "DE" ] ] ] */
      filters?: unknown[][];
      /** What rows are sorted by. Such as [ [ "visitors", "desc" ] ] */
      order_by?: string[][];
      /** What to add to the answer. Such as { "total_rows": true } */
      include?: {
        /** Whether imported days are counted. Such as true */
        imports?: boolean;
        /** Every step of the time dimension, including those without a row. Such as true */
        time_labels?: boolean;
        /** How many rows there are without pagination. Such as true */
        total_rows?: boolean;
      } & {
        [key: string]: unknown;
      };
      /** Which rows "limit": 10000, "offset": 0 }. Such as { "limit": 100, "offset": 0 } */
      pagination?: {
        /** Rows in the answer. Such as 100 */
        limit?: number;
        /** Rows before the first one. Such as 0 */
        offset?: number;
      };
    } & {
      [key: string]: unknown;
    };
    PlausibleQueryData: {
      /** The figures */
      results: {
        /** The figures of this row, in the order of the question. Such as [ 1204, 3411 ] */
        metrics: (
          | null
          | number
          | {
              /** The amount. Such as 96336315 */
              value: number;
              /** As the events give it; null if they don’t. Such as USD */
              currency: string | null;
              /** The amount, to read. Such as $96.3M */
              short: string;
              /** The amount as text, in full. Such as $96,336,315.00 */
              long: string;
            }
        )[];
        /** Values of the dimensions, in the order of the question. Such as [ "DE" ] */
        dimensions: string[];
      }[];
      /** What the reader of the figures should know. Such as {} */
      meta: {
        [key: string]: unknown;
      };
      /** The question as it was understood. Such as {} */
      query: {
        [key: string]: unknown;
      };
    };
    PlausibleQueryDataResponse: components['schemas']['PlausibleQueryData'];
    PlausibleTimeseriesData: {
      /** A row for each step. Such as [ { "date": "2026-11-20", "visitors": 120 } ] */
      results: {
        [key: string]: null | number | string;
      }[];
    };
    PlausibleTimeseriesDataResponse: components['schemas']['PlausibleTimeseriesData'];
    PlausibleVisitorsData: number;
    PlausibleVisitorsDataResponse: components['schemas']['PlausibleVisitorsData'];
    /** Such as { "visit": "-3907426518320453127", "from": "2026-11-20", "traits": [ "browser_version", "screen" ] } */
    PreviewBot: {
      /** Id of the visit, as in the list of visits and the export of events. Such as -3907426518320453127 */
      visit: string;
      /** The day on which the visit began, by the website’s clock. Such as 2026-11-20 */
      from: string;
      /** By what later visits are told to be the same bot’s: all of them must have the visit’s value. By default country, browser_version, os_version, device, screen and language, as far as they are known. Such as [ "browser_version", "screen" ] */
      traits?: (
        | 'country'
        | 'region'
        | 'city'
        | 'browser'
        | 'browser_version'
        | 'os'
        | 'os_version'
        | 'device'
        | 'screen'
        | 'language'
      )[];
    };
    /** Such as { "from": "2026-11-20", "to": "2026-11-22", "filters": [ { "dimension": "referrer", "operator": "is", "values": [ "spam.example" ] } ] } */
    PreviewDeletion: {
      /** First day, by the website’s clock; the first with traffic by default. Such as 2026-11-01 */
      from?: string;
      /** Last day; today by default. Such as 2026-11-21 */
      to?: string;
      /** Conditions that all have to hold, as in questions. With conditions on `page` and `event` alone, the hits on those pages or of those names are deleted; with any other, whole visits that began on these days */
      filters?: components['schemas']['Filter'][];
      /** Id of one visit, such as a bot’s: `visit_id` in the export of events. It needs `from`, the day on which it began. Such as -3907426518320453127 */
      visit?: string;
      /** True to reset the website: all of its statistics, imported ones too. Nothing else may be given then. Such as false */
      everything?: boolean;
    };
    /** Such as { "exclude_params": "utm_*" } */
    PreviewExclusions: {
      /** Names of further query parameters to exclude, one per line; * for any characters. Such as utm_* fbclid */
      exclude_params: string;
    };
    Problem: {
      /** What is wrong, in the language of `Accept-Language`: English or German. Such as count must be at most 20 */
      message: string;
      /** Stable and machine-readable; docs/errors.md lists all codes. Such as invalid_parameter */
      code: string;
      /** The status code of the answer. Such as 422 */
      status: number;
      /** What is wrong with each refused field; with status 422 only. Such as { "domain": [ "The domain is taken." ] } */
      errors?: {
        [key: string]: string[];
      };
      /** Identifies the request in our logs. Such as 6f1c0b52-5a4e-4b0c-9d3c-0e6f1a2b3c4d */
      request_id: string;
    };
    Returns: {
      /** The days: a name, or the first and last day */
      date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      };
      /** Visitors of each day, added up over the days. Such as 1204 */
      visitors: number;
      /** Those who came again on the same day, after half an hour without a sign of them. Such as 31 */
      returned: number;
      /** Share of the visitors who came again on the same day; null without visitors. Such as 0.042 */
      rate: number | null;
      /** Visitors by the number of their visits on one day */
      by_visits: {
        /** Visits on the day; 5 stands for five or more. Such as 1370 */
        visits: number;
        /** Visitors who had so many visits on their day. Such as 1204 */
        visitors: number;
      }[];
      /** How soon they came again; each line includes those before it */
      back_within: {
        /** Hours from the end of the first visit to the second. Such as 6 */
        hours: number;
        /** Visitors who were back within so many hours. Such as 1204 */
        visitors: number;
      }[];
    };
    ReturnsResponse: {
      /** The result */
      data: components['schemas']['Returns'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    RollupLive: {
      /** Visitors in the last five minutes */
      last_5_minutes: {
        /** Different people. Such as 1204 */
        visitors: number;
        /** Pages that were viewed. Such as 3411 */
        pageviews: number;
      };
      /** Visitors in the last half hour */
      last_30_minutes: {
        /** Different people. Such as 1204 */
        visitors: number;
        /** Pages that were viewed. Such as 3411 */
        pageviews: number;
      };
      /** Page views in each of the last 30 minutes; the current one last. Such as [ 0, 2, 5 ] */
      pageviews_per_minute: number[];
      /** The pages with the most visitors */
      pages: {
        /** The page. Such as /pricing */
        value: string;
        /** Different people. Such as 1204 */
        visitors: number;
      }[];
      /** The most frequent referrers */
      referrers: {
        /** The referring site. Such as news.example */
        value: string;
        /** Different people. Such as 1204 */
        visitors: number;
      }[];
      /** Countries with the most visitors */
      countries: {
        /** ISO 3166 code of the country. Such as DE */
        value: string;
        /** Different people. Such as 1204 */
        visitors: number;
      }[];
      /** The websites that were counted */
      websites: {
        /** Identifies the record. Such as 7 */
        id: number;
        /** The host name of the website: lower case, without scheme, port and path. Such as shop.example */
        domain: string;
        /** IANA time zone in which days begin and end. Such as Europe/Berlin */
        timezone: string;
      }[];
    };
    RollupLiveResponse: {
      /** The result */
      data: components['schemas']['RollupLive'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "websites": [ 1, 2 ], "metrics": [ "visitors", "pageviews" ], "dimensions": [ "page" ], "date_range": "7d" } */
    RollupQuery: {
      /** What is counted. Such as [ "visitors", "pageviews" ] */
      metrics: (
        | 'visitors'
        | 'visits'
        | 'pageviews'
        | 'views_per_visit'
        | 'bounce_rate'
        | 'visit_duration'
        | 'engaged_time'
        | 'scroll_depth'
        | 'events'
      )[];
      /** Conditions that must all be met. Such as [] */
      filters?: components['schemas']['Filter'][];
      /** The days: a name, or the first and last day. Such as 7d */
      date_range?:
        | {
            /** The first day, in the time zone of the website. Such as 2026-11-01 */
            from: string;
            /** The last day, in the time zone of the website. Such as 2026-11-21 */
            to: string;
          }
        | (
            | 'today'
            | 'yesterday'
            | '7d'
            | '28d'
            | '30d'
            | '91d'
            | '12mo'
            | 'week'
            | 'month'
            | 'last_month'
            | 'year'
            | 'last_year'
            | 'all'
          );
      /** The days to compare with: as many before, the same a year earlier, or any. The first bucket of time is compared with the first, and so on */
      compare?:
        | ('previous_period' | 'previous_year')
        | {
            /** The first day, in the time zone of the website. Such as 2026-11-01 */
            from: string;
            /** The last day, in the time zone of the website. Such as 2026-11-21 */
            to: string;
          };
      /** Where the range has not ended yet, the comparison ends as far on as it is now: today until 14:20 is compared with yesterday until 14:20. Such as false */
      same_hours?: boolean;
      /** Rows per page. Such as 10 */
      per_page?: number;
      /** The page of the list, from 1. Such as 1 */
      page?: number;
      /** Ids of websites, at most 100; all of the organisation’s by default. Such as [ 1, 2 ] */
      websites?: number[];
      /** Id of a group, in the place of `websites`. Such as 3 */
      group?: number;
      /** As in a query of one website; `website` keeps the websites apart, by domain. Such as [ "page" ] */
      dimensions?: (
        | 'website'
        | (
            | (
                | 'time:minute'
                | 'time:hour'
                | 'time:day'
                | 'time:week'
                | 'time:month'
                | 'time:year'
                | 'channel'
                | 'referrer'
                | 'utm_source'
                | 'utm_medium'
                | 'utm_campaign'
                | 'utm_term'
                | 'utm_content'
                | 'page'
                | 'entry_page'
                | 'exit_page'
                | 'country'
                | 'region'
                | 'city'
                | 'browser'
                | 'browser_version'
                | 'os'
                | 'os_version'
                | 'device'
                | 'screen'
                | 'language'
                | 'event'
              )
            | string
          )
      )[];
      /** What rows are sorted by. Such as [ { "by": "visitors", "order": "desc" } ] */
      sort?: {
        /** A metric or dimension. Such as visitors */
        by:
          | (
              | 'visitors'
              | 'visits'
              | 'pageviews'
              | 'views_per_visit'
              | 'bounce_rate'
              | 'visit_duration'
              | 'engaged_time'
              | 'scroll_depth'
              | 'events'
            )
          | (
              | 'website'
              | (
                  | (
                      | 'time:minute'
                      | 'time:hour'
                      | 'time:day'
                      | 'time:week'
                      | 'time:month'
                      | 'time:year'
                      | 'channel'
                      | 'referrer'
                      | 'utm_source'
                      | 'utm_medium'
                      | 'utm_campaign'
                      | 'utm_term'
                      | 'utm_content'
                      | 'page'
                      | 'entry_page'
                      | 'exit_page'
                      | 'country'
                      | 'region'
                      | 'city'
                      | 'browser'
                      | 'browser_version'
                      | 'os'
                      | 'os_version'
                      | 'device'
                      | 'screen'
                      | 'language'
                      | 'event'
                    )
                  | string
                )
            );
        /** Which comes first. Such as desc */
        order?: 'asc' | 'desc';
      }[];
    };
    RollupRows: {
      /** The figures */
      rows: {
        /** Values of the dimensions. Such as { "page": "/pricing" } */
        dimensions: {
          [key: string]: string;
        };
        /** Title of the page, where it is known. Such as Pricing */
        title?: string;
        /** The figures of this row */
        metrics: {
          /** Different people. Such as 1204 */
          visitors?: number | null;
          /** Visits: views at most 30 minutes apart. Such as 1370 */
          visits?: number | null;
          /** Pages that were viewed. Such as 3411 */
          pageviews?: number | null;
          /** Page views per visit. Such as 2.49 */
          views_per_visit?: number | null;
          /** Visits with one page view and nothing else, in percent. Such as 41.3 */
          bounce_rate?: number | null;
          /** Mean length of a visit, in seconds. Such as 132 */
          visit_duration?: number | null;
          /** Mean time that a page was in the foreground, in seconds. Such as 58 */
          engaged_time?: number | null;
          /** Mean share of a page that was seen, in percent. Such as 63 */
          scroll_depth?: number | null;
          /** Events. Such as 220 */
          events?: number | null;
        };
        /** The same figures for the comparison range; null: none. Such as { "visitors": 100 } */
        comparison?: {
          /** Different people. Such as 1204 */
          visitors?: number | null;
          /** Visits: views at most 30 minutes apart. Such as 1370 */
          visits?: number | null;
          /** Pages that were viewed. Such as 3411 */
          pageviews?: number | null;
          /** Page views per visit. Such as 2.49 */
          views_per_visit?: number | null;
          /** Visits with one page view and nothing else, in percent. Such as 41.3 */
          bounce_rate?: number | null;
          /** Mean length of a visit, in seconds. Such as 132 */
          visit_duration?: number | null;
          /** Mean time that a page was in the foreground, in seconds. Such as 58 */
          engaged_time?: number | null;
          /** Mean share of a page that was seen, in percent. Such as 63 */
          scroll_depth?: number | null;
          /** Events. Such as 220 */
          events?: number | null;
        } | null;
      }[];
      /** The days: a name, or the first and last day */
      date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      };
      /** The days of the comparison; null: none. Such as { "from": "2026-10-11", "to": "2026-10-31" } */
      comparison_date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      } | null;
      /** The zone that most of the websites have. It names the present day; each website is counted by its own. Such as Europe/Berlin */
      timezone: string;
      /** Days of the range that were imported as daily sums. Such as 0 */
      imported_days: number;
      /** False where only single visits can answer, as with filters: then imported days are left out. Such as true */
      includes_imported: boolean;
      /** The page of the list, from 1. Such as 1 */
      page: number;
      /** Rows per page. Such as 10 */
      per_page: number;
      /** Rows on all pages. Such as 23 */
      total: number;
      /** The websites that were counted */
      websites: {
        /** Identifies the record. Such as 7 */
        id: number;
        /** The host name of the website: lower case, without scheme, port and path. Such as shop.example */
        domain: string;
        /** IANA time zone in which days begin and end. Such as Europe/Berlin */
        timezone: string;
      }[];
    };
    RollupRowsResponse: {
      /** The result */
      data: components['schemas']['RollupRows'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Segment: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Name of the segment. Such as German phones */
      name: string;
      /** Conditions that must all be met */
      filters: components['schemas']['Filter'][];
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    SegmentList: {
      /** The result */
      data: components['schemas']['Segment'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SegmentResponse: {
      /** The result */
      data: components['schemas']['Segment'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "events": [ { "site_key": "V1StGXR8_Z5jdHi6", "name": "pageview", "url": "https://shop.example/" } ] } */
    SendEvents: {
      /** The events, at most 1,000 */
      events: {
        /** Your id of the event; an id that was stored in the last 30 days is dropped. Such as order-4711 */
        id?: string;
        /** The website’s. Such as Zk3rT9wQxY7bLm2P */
        site_key: string;
        /** pageview, or the name of an event. Such as order */
        name?: string;
        /** Address of the page. Such as https://shop.example/thanks */
        url?: string | (string | null);
        /** Where the visitor came from. Such as https://news.example/ */
        referrer?: string | null;
        /** Title of the page. Such as Thank you */
        title?: string | null;
        /** When it happened, ISO 8601 with Z or an offset; now when not given. Such as 2026-11-22T09:30:00Z */
        time?: string;
        /** The visitor's address; not stored. Such as 192.0.2.7 */
        ip?: string | null;
        /** The visitor's agent; not stored. Such as Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0 */
        user_agent?: string | null;
        /** Width and height in CSS pixels. Such as 1920x1080 */
        screen?: string | null;
        /** Language of the visitor. Such as de-AT */
        language?: string | null;
        /** Properties: strings, numbers and booleans. Such as { "plan": "team", "seats": 5 } */
        props?: {
          [key: string]: string | number | boolean;
        };
      }[];
    };
    SentEvents: {
      /** Events in the request. Such as 2 */
      received: number;
      /** Events that were counted; the others were dropped or already known. Such as 2 */
      stored: number;
      /** Numbers of events by the reason for which they were dropped. Such as { "bot": 1 } */
      dropped: {
        [key: string]: number;
      };
    };
    SentEventsResponse: {
      /** The result */
      data: components['schemas']['SentEvents'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    ServerKey: {
      /** Id of the website. Such as 7 */
      website_id: number;
      /** The key; it is shown this once. Such as Zk3rT9wQxY7bLm2P.… */
      server_key: string;
      /** The address to give to a client of Umami (`hostUrl`) or Plausible (in front of `/api/event`). Such as https://stats.example/c/Zk3rT9wQxY7bLm2P.… */
      client_url: string;
    };
    ServerKeyResponse: {
      /** The result */
      data: components['schemas']['ServerKey'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "metrics": [ "visitors", "bounce_rate" ], "dimensions": [ "page" ], "date_range": "7d" } */
    StatsQuery: {
      /** What is counted. Such as [ "visitors", "pageviews" ] */
      metrics: (
        | 'visitors'
        | 'visits'
        | 'pageviews'
        | 'views_per_visit'
        | 'bounce_rate'
        | 'visit_duration'
        | 'engaged_time'
        | 'scroll_depth'
        | 'events'
      )[];
      /** Conditions that must all be met. Such as [] */
      filters?: components['schemas']['Filter'][];
      /** The days: a name, or the first and last day. Such as 7d */
      date_range?:
        | {
            /** The first day, in the time zone of the website. Such as 2026-11-01 */
            from: string;
            /** The last day, in the time zone of the website. Such as 2026-11-21 */
            to: string;
          }
        | (
            | 'today'
            | 'yesterday'
            | '7d'
            | '28d'
            | '30d'
            | '91d'
            | '12mo'
            | 'week'
            | 'month'
            | 'last_month'
            | 'year'
            | 'last_year'
            | 'all'
          );
      /** The days to compare with: as many before, the same a year earlier, or any. The first bucket of time is compared with the first, and so on */
      compare?:
        | ('previous_period' | 'previous_year')
        | {
            /** The first day, in the time zone of the website. Such as 2026-11-01 */
            from: string;
            /** The last day, in the time zone of the website. Such as 2026-11-21 */
            to: string;
          };
      /** Where the range has not ended yet, the comparison ends as far on as it is now: today until 14:20 is compared with yesterday until 14:20. Such as false */
      same_hours?: boolean;
      /** Rows per page. Such as 10 */
      per_page?: number;
      /** The page of the list, from 1. Such as 1 */
      page?: number;
      /** What it is broken down by. Such as [ "page" ] */
      dimensions?: (
        | (
            | 'time:minute'
            | 'time:hour'
            | 'time:day'
            | 'time:week'
            | 'time:month'
            | 'time:year'
            | 'channel'
            | 'referrer'
            | 'utm_source'
            | 'utm_medium'
            | 'utm_campaign'
            | 'utm_term'
            | 'utm_content'
            | 'page'
            | 'entry_page'
            | 'exit_page'
            | 'country'
            | 'region'
            | 'city'
            | 'browser'
            | 'browser_version'
            | 'os'
            | 'os_version'
            | 'device'
            | 'screen'
            | 'language'
            | 'event'
          )
        | string
      )[];
      /** Id of a segment, whose filters must be met as well. Such as 2 */
      segment?: number;
      /** What rows are sorted by. Such as [ { "by": "visitors", "order": "desc" } ] */
      sort?: {
        /** A metric or dimension. Such as visitors */
        by:
          | (
              | 'visitors'
              | 'visits'
              | 'pageviews'
              | 'views_per_visit'
              | 'bounce_rate'
              | 'visit_duration'
              | 'engaged_time'
              | 'scroll_depth'
              | 'events'
            )
          | (
              | (
                  | 'time:minute'
                  | 'time:hour'
                  | 'time:day'
                  | 'time:week'
                  | 'time:month'
                  | 'time:year'
                  | 'channel'
                  | 'referrer'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'utm_term'
                  | 'utm_content'
                  | 'page'
                  | 'entry_page'
                  | 'exit_page'
                  | 'country'
                  | 'region'
                  | 'city'
                  | 'browser'
                  | 'browser_version'
                  | 'os'
                  | 'os_version'
                  | 'device'
                  | 'screen'
                  | 'language'
                  | 'event'
                )
              | string
            );
        /** Which comes first. Such as desc */
        order?: 'asc' | 'desc';
      }[];
    };
    StatsRows: {
      /** The figures */
      rows: {
        /** Values of the dimensions. Such as { "page": "/pricing" } */
        dimensions: {
          [key: string]: string;
        };
        /** Title of the page, where it is known. Such as Pricing */
        title?: string;
        /** The figures of this row */
        metrics: {
          /** Different people. Such as 1204 */
          visitors?: number | null;
          /** Visits: views at most 30 minutes apart. Such as 1370 */
          visits?: number | null;
          /** Pages that were viewed. Such as 3411 */
          pageviews?: number | null;
          /** Page views per visit. Such as 2.49 */
          views_per_visit?: number | null;
          /** Visits with one page view and nothing else, in percent. Such as 41.3 */
          bounce_rate?: number | null;
          /** Mean length of a visit, in seconds. Such as 132 */
          visit_duration?: number | null;
          /** Mean time that a page was in the foreground, in seconds. Such as 58 */
          engaged_time?: number | null;
          /** Mean share of a page that was seen, in percent. Such as 63 */
          scroll_depth?: number | null;
          /** Events. Such as 220 */
          events?: number | null;
        };
        /** The same figures for the comparison range; null: none. Such as { "visitors": 100 } */
        comparison?: {
          /** Different people. Such as 1204 */
          visitors?: number | null;
          /** Visits: views at most 30 minutes apart. Such as 1370 */
          visits?: number | null;
          /** Pages that were viewed. Such as 3411 */
          pageviews?: number | null;
          /** Page views per visit. Such as 2.49 */
          views_per_visit?: number | null;
          /** Visits with one page view and nothing else, in percent. Such as 41.3 */
          bounce_rate?: number | null;
          /** Mean length of a visit, in seconds. Such as 132 */
          visit_duration?: number | null;
          /** Mean time that a page was in the foreground, in seconds. Such as 58 */
          engaged_time?: number | null;
          /** Mean share of a page that was seen, in percent. Such as 63 */
          scroll_depth?: number | null;
          /** Events. Such as 220 */
          events?: number | null;
        } | null;
      }[];
      /** The days: a name, or the first and last day */
      date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      };
      /** The days of the comparison; null: none. Such as { "from": "2026-10-11", "to": "2026-10-31" } */
      comparison_date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      } | null;
      /** Time zone of the days. Such as Europe/Berlin */
      timezone: string;
      /** Days of the range that were imported as daily sums. Such as 0 */
      imported_days: number;
      /** False where only single visits can answer, as with filters: then imported days are left out. Such as true */
      includes_imported: boolean;
      /** The page of the list, from 1. Such as 1 */
      page: number;
      /** Rows per page. Such as 10 */
      per_page: number;
      /** Rows on all pages. Such as 23 */
      total: number;
    };
    StatsRowsResponse: {
      /** The result */
      data: components['schemas']['StatsRows'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    StorageTest: {
      /** Whether it would be stored. Such as true */
      is_stored: boolean;
      /** Why it would not be stored; null if it would. Such as bot */
      reason:
        | 'unknown_site'
        | 'bot'
        | 'ai_crawler'
        | 'excluded_ip'
        | 'referrer_spam'
        | 'origin'
        | 'time'
        | 'duplicate'
        | 'no_visit'
        | 'late'
        | 'excluded_country'
        | 'excluded_page'
        | 'excluded_host'
        | 'excluded_visitor'
        | null;
      /** What the page would be called. Such as /order */
      page: string | null;
      /** What it is called without the page rules. Such as /order/4711 */
      given_page: string | null;
      /** The page rule that names it; null for none. Such as /order/* => /order */
      rule: string | null;
      /** Further values that would be stored, by dimension. Such as { "utm_source": "news" } */
      dimensions: {
        [key: string]: string;
      };
    };
    StorageTestResponse: {
      /** The result */
      data: components['schemas']['StorageTest'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "url": "https://shop.example/order/4711?utm_source=news", "page_rules": "/order/* => /order" } */
    TestStorage: {
      /** Address of the page; a path alone is on the website’s domain. Such as https://shop.example/pricing */
      url: string;
      /** The address in the page’s canonical link, with data-canonical. Such as https://shop.example/order */
      canonical?: string;
      /** Address that the visitor came from. Such as https://duckduckgo.com/ */
      referrer?: string;
      /** The visitor’s country (ISO 3166-1 alpha-2), in the place of what the address says. Such as DE */
      country?: string;
      /** The visitor’s address. Such as 198.51.100.7 */
      ip?: string;
      /** The visitor’s browser; a common one if not given. Such as Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0 */
      user_agent?: string;
      /** Width and height of the visitor’s screen: 1920x1080. Such as 1920x1080 */
      screen?: string;
      /** The visitor’s language. Such as de */
      visitor_language?: string;
      /** The tag’s data-exclude. Such as /admin/*, /preview/* */
      data_exclude?: string;
      /** The tag’s data-include. Such as /blog/* */
      data_include?: string;
      /** Pages that are stored as one, a rule per line: a pattern in which * stands for any characters, `=>`, and the page that is stored; without `=>`, the pattern itself. Such as /order/* => /order /reset/* */
      page_rules?: string | null;
      /** Pages that aren’t stored, one per line; * for any characters. Such as /admin/* */
      exclude_pages?: string | null;
      /** Hosts of pages that aren’t stored, one per line; * for any characters. Such as staging.shop.example */
      exclude_hosts?: string | null;
      /** Countries whose visitors aren’t stored, one code (ISO 3166-1 alpha-2) per line. Such as AQ */
      exclude_countries?: string | null;
      /** Visitors who aren’t stored, one description per line: `browser_version = Chrome 131; screen = 800x600`. All of a line must hold; country, region, city, browser, browser_version, os, os_version, device, screen and language may be named. Such as browser_version = Chrome 131; screen = 800x600 */
      exclude_visitors?: string | null;
      /** Query parameters excluded from tracking, one per line; * for any characters. Such as utm_* fbclid */
      exclude_params?: string | null;
      /** IP addresses, CIDRs and ranges excluded from tracking, one per line. Such as 192.0.2.7 198.51.100.0/24 */
      exclude_ips?: string | null;
      /** Whether /a and /a/ are two pages (keep) or one (remove). Such as keep */
      trailing_slash?: 'keep' | 'remove';
      /** Whether ?a=1&b=2 and ?b=2&a=1 are two pages (keep) or one (sort). Such as sort */
      query_order?: 'keep' | 'sort';
      /** Whether Facebook, facebook and fb as utm_source are different (keep) or the same (lower). Such as lower */
      campaign_case?: 'keep' | 'lower';
    };
    UpdateAlert: {
      /** Unique among the alerts of the website. Such as Spring campaign */
      name?: string;
      /** spike: many visits within an hour; silence: no visits for hours in which there usually are some; goal: a number of conversions; drop: a day with far fewer visits than the same weekday usually has. Such as spike */
      type?: 'spike' | 'silence' | 'goal' | 'drop';
      /** For spike: visits that began within an hour; for goal: conversions, 1 by default; for drop: by how many per cent, 1 to 100 and 50 by default. Such as 50 */
      threshold?: number | null;
      /** For silence: hours without visits. Such as 6 */
      hours?: number | null;
      /** For goal: the id of the goal. Such as 3 */
      goal?: number | null;
      /** For goal: the period in which conversions are counted. Such as day */
      period?: 'day' | 'month' | null;
      /** E-mail addresses, one per line; those of the website’s e-mail digests by default. Such as ann@shop.example */
      recipients?: string | null;
    };
    UpdateAnnotation: {
      /** A deployment, as pipelines tell of, a fix of what a report found, or any other note; a note by default. Such as note */
      kind?: 'note' | 'deployment' | 'fix';
      /** What happened, on one line. Such as Version 2 released */
      text?: string;
      /** When it happened: a time, or a day of the website’s calendar; now by default. Such as 2026-11-20T10:00:00Z */
      time?: string;
      /** Where to read more about it. Such as https://shop.example/pricing */
      url?: string | null;
      /** What it brought, as its owner judges; null while nobody has. Such as better */
      rating?: 'better' | 'same' | 'worse' | '' | null;
    };
    UpdateFunnel: {
      /** Unique among the funnels of the website. Such as Spring campaign */
      name?: string;
      /** Each is the id of a goal, or a goal without a name. Such as [ { "type": "page", "pattern": "/cart" }, { "type": "page", "pattern": "/thanks*" } ] */
      steps?: (
        | number
        | {
            /** Unique among the goals of the website. Such as Ordered */
            name?: string;
            /** What counts as a conversion: a page view, an event, a scroll depth, or time on a page. Such as page */
            type: 'page' | 'event' | 'scroll' | 'engaged';
            /** Path of the page, or name of the event; * for any text. By default, scroll and engaged take all pages. Such as /thanks* */
            pattern?: string;
            /** For scroll: percent of the page; for engaged: seconds. Such as 50 */
            threshold?: number | null;
            /** For event: a property that it must have. Such as plan */
            property?: string | null;
            /** The value that the property must have. Such as team */
            property_value?: string | null;
          }
      )[];
    };
    /** Such as { "name": "Orders" } */
    UpdateGoal: {
      /** Unique among the goals of the website. Such as Spring campaign */
      name?: string;
      /** What counts as a conversion: a page view, an event, a scroll depth, or time on a page. Such as page */
      type?: 'page' | 'event' | 'scroll' | 'engaged';
      /** Path of the page, or name of the event; * for any text. By default, scroll and engaged take all pages. Such as /thanks* */
      pattern?: string;
      /** For scroll: percent of the page; for engaged: seconds. Such as 50 */
      threshold?: number | null;
      /** For event: a property that it must have. Such as plan */
      property?: string | null;
      /** The value that the property must have. Such as team */
      property_value?: string | null;
      /** For event: the currency of a revenue goal (ISO 4217). Other currencies are counted beside it. Such as EUR */
      currency?: string | null;
    };
    UpdateGroup: {
      /** Unique among the groups of the organisation. Such as Shops */
      name?: string;
      /** Ids of websites, at most 100. Such as [ 1, 2 ] */
      websites?: number[];
    };
    /** Such as { "part": 2, "content": "UEsDBA", "complete": 1 } */
    UpdateImport: {
      /** Up to 3 MB of the file, in base64. Such as date,visitors 2026-10-01,12 */
      content?: string;
      /** Number of the part, from 1; one sent again replaces itself. Such as 2 */
      part?: number;
      /** 1: all parts are there, and the import may begin. Such as 0 */
      complete?: 0 | 1;
    };
    UpdateSegment: {
      /** Unique among the segments of the website. Such as Spring campaign */
      name?: string;
      /** As in a query; all of them must be met */
      filters?: components['schemas']['Filter'][];
    };
    /** Such as { "email": 1, "exclude_ips": "10.0.0.0/8" } */
    UpdateWebsite: {
      /** Statistics page: 0 public, 1 private, 2 password. Such as 0 */
      privacy?: 0 | 1 | 2;
      /** Statistics page password; for privacy 2. Such as correct horse battery */
      password?: string | null;
      /** Periodic e-mail digests: 0 off, 1 on. Such as 0 */
      email?: 0 | 1;
      /** How often the digests are sent. Such as weekly */
      email_frequency?: 'weekly' | 'monthly';
      /** E-mail addresses that get the digests, one per line. Such as ann@shop.example ben@shop.example */
      email_recipients?: string | null;
      /** Language of its e-mails: en, English; de, German. Such as en */
      language?: 'en' | 'de';
      /** Exclude common bots: 0 off, 1 on. Such as 0 */
      exclude_bots?: 0 | 1;
      /** Query parameters excluded from tracking, one per line; * for any characters. Such as utm_* fbclid */
      exclude_params?: string | null;
      /** IP addresses, CIDRs and ranges excluded from tracking, one per line. Such as 192.0.2.7 198.51.100.0/24 */
      exclude_ips?: string | null;
      /** Addresses, CIDRs and ranges of proxies that pass the website’s hits on, one per line; X-Forwarded-For is believed from them. Such as 203.0.113.0/28 */
      trusted_proxies?: string | null;
      /** Pages that are stored as one, a rule per line: a pattern in which * stands for any characters, `=>`, and the page that is stored; without `=>`, the pattern itself. Such as /order/* => /order /reset/* */
      page_rules?: string | null;
      /** Pages that aren’t stored, one per line; * for any characters. Such as /admin/* */
      exclude_pages?: string | null;
      /** Hosts of pages that aren’t stored, one per line; * for any characters. Such as staging.shop.example */
      exclude_hosts?: string | null;
      /** Countries whose visitors aren’t stored, one code (ISO 3166-1 alpha-2) per line. Such as AQ */
      exclude_countries?: string | null;
      /** Visitors who aren’t stored, one description per line: `browser_version = Chrome 131; screen = 800x600`. All of a line must hold; country, region, city, browser, browser_version, os, os_version, device, screen and language may be named. Such as browser_version = Chrome 131; screen = 800x600 */
      exclude_visitors?: string | null;
      /** Whether /a and /a/ are two pages (keep) or one (remove). Such as keep */
      trailing_slash?: 'keep' | 'remove';
      /** Whether ?a=1&b=2 and ?b=2&a=1 are two pages (keep) or one (sort). Such as sort */
      query_order?: 'keep' | 'sort';
      /** Whether Facebook, facebook and fb as utm_source are different (keep) or the same (lower). Such as lower */
      campaign_case?: 'keep' | 'lower';
      /** Origins that may show the statistics page in a frame, one per line. Such as https://team.example */
      embed_origins?: string | null;
      /** IANA time zone in which its days begin and end. Such as Europe/Berlin */
      timezone?: string;
      /** Day on which its weeks begin: in statistics by week, “this week” and weekly digests. Such as monday */
      week_start?: 'monday' | 'sunday';
      /** Months after which data is removed; null: never. Such as 24 */
      retention_months?: null | number | '';
      /** The website’s own domain; another one is refused. Such as shop.example */
      domain?: string;
    };
    /** Such as { "email_recipients": "ada@example.com\ngrace@example.com" } */
    UpdateWebsiteDefaults: {
      /** E-mail addresses that get the digests, one per line. Such as ann@shop.example ben@shop.example */
      email_recipients?: string | null;
    };
    ValueCount: {
      /** The value. Such as team */
      value: string;
      /** How often it occurs. Such as 12 */
      count: number;
    };
    ValueCountList: {
      /** The result */
      data: components['schemas']['ValueCount'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Visit: {
      /** Id of the visit, as in the export of events. Such as -3907426518320453127 */
      id: string;
      /** When it began. Such as 2026-11-20T10:00:00Z */
      started_at: string;
      /** Time from its first page view or event to its last. Such as 84 */
      seconds: number;
      /** Pages that were viewed. Such as 3411 */
      pageviews: number;
      /** Its events. Such as 2 */
      events: number;
      /** Whether it had one page view and nothing else. Such as false */
      is_bounce: boolean;
      /** What is known of it, by dimension. Such as { "country": "DE", "browser": "Firefox" } */
      dimensions: {
        [key: string]: string;
      };
    };
    VisitList: {
      /** The result */
      data: components['schemas']['Visit'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Vitals: {
      /** All together */
      total: {
        /** Largest Contentful Paint; null where nobody measured it */
        lcp: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
        /** Interaction to Next Paint; null where nobody measured it */
        inp: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
        /** Cumulative Layout Shift; null where nobody measured it */
        cls: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
        /** Time to First Byte; null where nobody measured it */
        ttfb: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
      };
      /** The 100 pages or devices with the most samples */
      rows: {
        /** The page, or the kind of device. Such as /pricing */
        value: string;
        /** Largest Contentful Paint; null where nobody measured it */
        lcp: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
        /** Interaction to Next Paint; null where nobody measured it */
        inp: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
        /** Cumulative Layout Shift; null where nobody measured it */
        cls: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
        /** Time to First Byte; null where nobody measured it */
        ttfb: {
          /** 75th percentile in milliseconds, for cls a score; at most 2 % off. Such as 1840 */
          p75: number;
          /** Views that measured it. Such as 214 */
          samples: number;
          /** By the thresholds of web.dev. Such as good */
          rating: 'good' | 'needs_improvement' | 'poor';
        } | null;
      }[];
    };
    VitalsResponse: {
      /** The result */
      data: components['schemas']['Vitals'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Website: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The host name of the website: lower case, without scheme, port and path. Such as shop.example */
      domain: string;
      /** Identifies the website in the tracking code; public. Such as Zk3rT9wQxY7bLm2P */
      site_key: string;
      /** Statistics page: 0 public, 1 private, 2 password. Such as 0 */
      privacy: 0 | 1 | 2;
      /** Whether the page has a password. Such as true */
      has_password: boolean;
      /** Periodic e-mail digests: 0 off, 1 on. Such as 0 */
      email: 0 | 1;
      /** How often the digests are sent. Such as weekly */
      email_frequency: 'weekly' | 'monthly';
      /** E-mail addresses that get the digests, one per line. Such as ann@shop.example ben@shop.example */
      email_recipients: string | null;
      /** Language of its e-mails: en, English; de, German. Such as de */
      language: 'en' | 'de';
      /** Who gets the e-mail digests; nobody while the list is empty. Such as [ "ann@shop.example" ] */
      email_goes_to: string[];
      /** Why nobody gets the digests that are turned on; null otherwise. Such as Nobody is named to receive them. */
      email_note: string | null;
      /** Exclude common bots: 0 off, 1 on. Such as 0 */
      exclude_bots: 0 | 1;
      /** Query parameters that are left out of addresses, one per line. Such as utm_* fbclid */
      exclude_params: string | null;
      /** Addresses, CIDRs and ranges that aren’t counted, one per line. Such as 192.0.2.7 198.51.100.0/24 */
      exclude_ips: string | null;
      /** Proxies of the website’s own whose X-Forwarded-For is believed, one per line. Such as 203.0.113.0/28 */
      trusted_proxies: string | null;
      /** Pages that are stored as one, a rule per line: pattern, `=>`, the page that is stored. Such as /order/* => /order /reset/* */
      page_rules: string | null;
      /** Pages that aren’t stored, one per line; * for any characters. Such as /admin/* */
      exclude_pages: string | null;
      /** Hosts of pages that aren’t stored, one per line. Such as staging.shop.example */
      exclude_hosts: string | null;
      /** Countries whose visitors aren’t stored, one code per line. Such as AQ */
      exclude_countries: string | null;
      /** Visitors who aren’t stored, one description per line. Such as browser_version = Chrome 131; screen = 800x600 */
      exclude_visitors: string | null;
      /** Whether /a and /a/ are two pages (keep) or one (remove). Such as keep */
      trailing_slash: 'keep' | 'remove';
      /** Whether ?a=1&b=2 and ?b=2&a=1 are two pages (keep) or one (sort). Such as sort */
      query_order: 'keep' | 'sort';
      /** Whether Facebook, facebook and fb as utm_source are different (keep) or the same (lower). Such as lower */
      campaign_case: 'keep' | 'lower';
      /** Whether the website has a key for servers. Such as false */
      has_server_key: boolean;
      /** Origins that may show the statistics page in a frame, one per line. Such as https://team.example */
      embed_origins: string | null;
      /** IANA time zone in which days begin and end. Such as Europe/Berlin */
      timezone: string;
      /** Day on which its weeks begin: in statistics by week, “this week” and weekly digests. Such as monday */
      week_start: 'monday' | 'sunday';
      /** Months after which data is removed; null: never. Such as 24 */
      retention_months: number | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
      /** The statistics page. Such as https://stats.example/s/7 */
      stats_url: string;
      /** The tag to put on every page of the website. Such as <script defer src="https://stats.example/js/script.js" data-site="Zk3rT9wQxY7bLm2P"></script> */
      tracking_code: string;
    };
    WebsiteDefaults: {
      /** E-mail addresses that get the digests, one per line. Such as ann@shop.example ben@shop.example */
      email_recipients: string | null;
      /** Who gets the e-mails of websites without recipients: these, or else the installation’s owner. Such as [ "ann@shop.example" ] */
      email_goes_to: string[];
    };
    WebsiteDefaultsResponse: {
      /** The result */
      data: components['schemas']['WebsiteDefaults'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    WebsiteList: {
      /** The result */
      data: components['schemas']['Website'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    WebsiteOverview: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The host name of the website: lower case, without scheme, port and path. Such as shop.example */
      domain: string;
      /** The statistics page. Such as https://stats.example/s/7 */
      stats_url: string;
      /** IANA time zone in which days begin and end. Such as Europe/Berlin */
      timezone: string;
      /** Statistics page: 0 public, 1 private, 2 password. Such as 0 */
      privacy: 0 | 1 | 2;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** The days: a name, or the first and last day */
      date_range: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to: string;
      };
      /** Different people. Such as 1204 */
      visitors: number;
      /** Visits: views at most 30 minutes apart. Such as 1370 */
      visits: number;
      /** Pages that were viewed. Such as 3411 */
      pageviews: number;
      /** Change in visitors from the same number of days before: 0.5 for half as many again; null if there were none. Such as 0.125 */
      change: number | null;
      /** The same without the day that has not ended, and as many days before; null if there were no visitors then, or no day has ended. Such as 0.125 */
      change_of_whole_days: number | null;
      /** Visitors in the last five minutes. Such as 3 */
      visitors_now: number;
      /** What each number of the sparkline stands for. Such as minute */
      interval: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
      /** Visitors in chronological order. Such as [ 12, 14, 9 ] */
      sparkline: number[];
    };
    WebsiteOverviewList: {
      /** The result */
      data: components['schemas']['WebsiteOverview'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    WebsiteResponse: {
      /** The result */
      data: components['schemas']['Website'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    AccessibilityViolation: {
      /** The rule. Such as image-alt */
      id: string;
      /** What it asks for. Such as Images must have alternative text */
      title: string;
      /** Where it is explained. Such as https://dequeuniversity.com/rules/axe/4.11/image-alt */
      help_url: string;
      /** How grave it is: minor, moderate, serious or critical. Such as critical */
      impact: string;
      /** Markup of the first 20 elements. Such as [ "<img src=\"a.png\">" ] */
      elements: string[];
      /** How many elements there are. Such as 3 */
      total: number;
    };
    ChangedPages: {
      /** How many there are. Such as 2 */
      total: number;
      /** The first hundred of them */
      items: {
        /** Address of the page. Such as https://shop.example/pricing */
        url: string;
        /** What it answered, led to or scored in the earlier crawl; null for nothing. Such as 91 */
        before: string | null;
        /** What it answers, leads to or scores in the later crawl; null for nothing. Such as 78 */
        after: string | null;
      }[];
    };
    ChangedProblem: {
      /** Identifies the problem. Such as broken-links */
      id: string;
      /** What is wrong. Such as Links lead nowhere */
      title: string;
      /** The category of the check. Such as seo */
      category: string;
      /** How much it matters. Such as high */
      importance: string;
      /** Places in the earlier crawl. Such as 3 */
      before: number;
      /** Places in the later crawl. Such as 5 */
      after: number;
    };
    CheckResult: {
      /** Identifies the check. Such as title-length */
      id: string;
      /** The category that it counts for. Such as seo */
      category: 'seo' | 'performance' | 'security' | 'content' | 'accessibility';
      /** What is true of the page, by the outcome. Such as Files are missing */
      title: string;
      /** The title of either outcome */
      titles: {
        /** What is true when the check passes. Such as No file is missing */
        pass: string;
        /** What is true when it warns or fails. Such as Files are missing */
        fail: string;
      };
      /** What the outcome stands on: the server’s answers, the HTML as sent, or the page in a browser. Such as html */
      evidence?: 'answer' | 'html' | 'rendered' | null;
      /** How much it matters. Such as high */
      importance: 'critical' | 'high' | 'medium' | 'low' | 'informative';
      /** Its share of the category’s score. Such as 3 */
      weight: number;
      /** What came out. Such as pass */
      status: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error';
      /** From 0 to 1; null if the check doesn’t apply. Such as 1 */
      score: number | null;
      /** What was found. Such as 64 */
      value: (string | null) | number | boolean;
      /** What would pass; null if that is obvious. Such as 10 to 60 characters */
      expected: string | null;
      /** The first places in the page */
      items: {
        /** The place. Such as <img src="a.png"> */
        snippet: string;
        /** What is wrong there; null if that is obvious. Such as no alt text */
        note: string | null;
        /** Null for what isn’t in the page itself, such as a header, and in runs of earlier versions */
        place: components['schemas']['FindingPlace'] | null;
      }[];
      /** How many places there are. Such as 3 */
      total: number;
      /** What came out and what to do, in English. Such as Shorten the title to 60 characters. */
      message: string;
      /** Success criteria of WCAG 2.2; empty for other checks. Such as [ "1.1.1 Non-text Content" ] */
      wcag: string[];
      /** Null for a check without a finding, and in runs of earlier versions */
      gain: {
        /** Points of the overall score: with the check passed, less what it is. Such as 4.2 */
        points: number;
        /** Bytes that a first visit saves; null if that can’t be told. Such as 182000 */
        bytes: number | null;
        /** Time that a phone on slow 4G saves; null if that can’t be told. Such as 960 */
        milliseconds: number | null;
      } | null;
      /** For the first three findings; null for others */
      fix: {
        /** In a sentence, in English. Such as Turn on Brotli or gzip for HTML. */
        sentence: string;
        /** Code to paste; null if none would help. Such as gzip on; */
        code: string | null;
      } | null;
      /** What the documentation says; null for checks without a finding */
      about: {
        /** Why it matters. Such as Search engines show the title. */
        why: string;
        /** What passes, warns and fails. Such as Pass: 10 to 60 characters. */
        thresholds: string;
        /** What to do in general. Such as Write a title of 10 to 60 characters. */
        fix: string;
      } | null;
      /** Place among the findings, what to fix first; null for a check without one. Such as 1 */
      rank: number | null;
    };
    ClickTarget: {
      /** The way to the element, as clicks name it. Such as #menu>li.2>a.0 */
      selector: string;
      /** Hash of its words, as clicks have it; empty for a field. Such as 1093814 */
      text_hash: string;
      /** Its words, cut to 80 characters. Such as Prices */
      text: string;
      /** Where it is in the picture, in pixels from the top left */
      box: {
        /** Pixels from its left. Such as 16 */
        x: number;
        /** Pixels from its top. Such as 96 */
        y: number;
        /** Width in pixels. Such as 380 */
        width: number;
        /** Height in pixels. Such as 214 */
        height: number;
      };
    };
    ColorPair: {
      /** Colour of the text. Such as #8a8a8a */
      foreground: string;
      /** Colour behind it. Such as #ffffff */
      background: string;
      /** Contrast by WCAG, rounded down. Such as 3.45 */
      ratio: number;
      /** What level AA asks for: 3 of large text, else 4.5. Such as 4.5 */
      needed: number;
      /** Whether it is enough. Such as false */
      passes: boolean;
      /** Letters of text in this pair. Such as 220 */
      letters: number;
      /** Way to the first element with it: names, and places among siblings from 0. Such as main.0>p.2 */
      selector: string;
    };
    'reports-CreatePageLink': {
      /** Who has the link. Such as Agency */
      name?: string;
      /** Lifetime of the link in seconds. Such as 604800 */
      expires_in?: number;
    };
    /** Such as { "url": "https://example.com/" } */
    CreateReport: {
      /** Address of a public page, http or https. Such as https://shop.example/pricing */
      url: string;
      /** Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password. Such as 0 */
      privacy?: 0 | 1 | 2;
      /** Password of the page; for privacy 2. Such as correct horse battery */
      password?: string | null;
      /** 1 renders the page in a browser: content after scripts, metrics and screenshots. Such as 0 */
      render?: 0 | 1;
      /** How often the page is rendered for one result, whose metrics are the medians; each rendering counts as a report. Needs render. Such as 1 */
      runs?: 1 | 3 | 5;
      /** 1 measures the page as a desktop, too, which counts as another rendering. Needs render. Such as 0 */
      desktop?: 0 | 1;
      /** User and password for HTTP Basic authentication, as user:password. Sent to the URL’s own origin only, stored encrypted and never shown. Such as anna:correct horse */
      basic_auth?: string | null;
      /** Headers to send along, one “Name: value” per line. Sent to the URL’s own origin only, stored encrypted and never shown. Such as X-Staging: 4711 */
      request_headers?: string | null;
      /** The User-Agent to send, for a site that turns unknown ones away. Sent to the URL’s own origin only, stored encrypted and never shown. Such as Mozilla/5.0 (X11; Linux x86_64; rv:140.0) */
      user_agent?: string | null;
    };
    CreateSchedule: {
      /** The report to generate again. Such as 7 */
      report_id: number;
      /** daily; weekly; or monthly, on the first such weekday of a month. Such as weekly */
      frequency?: 'daily' | 'weekly' | 'monthly';
      /** 1 is Monday, 7 Sunday. Such as 1 */
      weekday?: number;
      /** Hour of the day, in the time zone; without weekday, hour and timezone, a daily or weekly schedule goes by the time at which it was made. Such as 6 */
      hour?: number;
      /** IANA time zone. Such as Europe/Berlin */
      timezone?: string;
      /** 1: an e-mail is sent when the report gets worse. Such as 1 */
      email?: 0 | 1;
      /** E-mail addresses, one per line; the owner of the installation by default. Such as ann@shop.example */
      email_recipients?: string | null;
      /** Language of the e-mails: en, English; de, German. Such as de */
      language?: 'en' | 'de';
    };
    /** Such as { "url": "https://example.com/", "max_pages": 500 } */
    CreateSite: {
      /** Where the crawl starts. Such as https://shop.example/ */
      url?: string;
      /** The most pages of the site to visit. Such as 100 */
      max_pages?: number;
      /** Pages that a browser renders in each crawl, the first and others of different kinds; 0 for none. Such as 3 */
      render_pages?: number;
      /** Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password. Such as 1 */
      privacy?: 0 | 1 | 2;
      /** Password of the page; for privacy 2. Such as correct horse battery */
      password?: string | null;
      /** Up to 1,000 addresses instead of a crawl, as a list or one per line. Such as [ "https://shop.example/", "https://shop.example/pricing" ] */
      urls?: string[] | string;
      /** User and password for HTTP Basic authentication, as user:password. Sent to the URL’s own origin only, stored encrypted and never shown. Such as anna:correct horse */
      basic_auth?: string | null;
      /** Headers to send along, one “Name: value” per line. Sent to the URL’s own origin only, stored encrypted and never shown. Such as X-Staging: 4711 */
      request_headers?: string | null;
      /** The User-Agent to send, for a site that turns unknown ones away. Sent to the URL’s own origin only, stored encrypted and never shown. Such as Mozilla/5.0 (X11; Linux x86_64; rv:140.0) */
      user_agent?: string | null;
    };
    FailedRequest: {
      /** What was requested. Such as https://cdn.example/gone.js */
      url: string;
      /** Why it failed, in a few words. Such as HTTP 404 */
      reason: string;
    };
    FindingPlace: {
      /** A CSS selector of the element; null for text such as a comment. Such as main > img:nth-of-type(2) */
      selector: string | null;
      /** Line of the HTML as sent, from 1; null for what scripts added. Such as 42 */
      line: number | null;
      /** Column in it, from 1. Such as 7 */
      column: number | null;
      /** Where it is in the picture of the phone, in its pixels from the top left; null outside it or unless rendered */
      box: {
        /** Pixels from its left. Such as 16 */
        x: number;
        /** Pixels from its top. Such as 96 */
        y: number;
        /** Width in pixels. Such as 380 */
        width: number;
        /** Height in pixels. Such as 214 */
        height: number;
      } | null;
    };
    PageFacts: {
      /** Where redirects ended. Such as https://shop.example/pricing/ */
      final_url: string;
      /** Status code of the page. Such as 200 */
      http_status: number;
      /** TLS and HTTP by which it came; null over plain HTTP. Such as TLS 1.3, HTTP/2 */
      protocol: string | null;
      /** Size of its HTML, unpacked. Such as 48211 */
      html_bytes: number;
      /** How it was compressed; null if it wasn’t. Such as br */
      encoding: string | null;
      /** Bytes on the wire of the page and its files, as far as known. Such as 421302 */
      transfer_bytes: number;
      /** The page and the files of it that were requested. Such as 24 */
      requests: number;
      /** Milliseconds until its first byte, the median of several tries; null if not measured. Such as 180 */
      first_byte: number | null;
      /** How many redirects led to it. Such as 1 */
      redirects: number;
      /** Until when its certificate is valid; null without one. Such as 2027-02-01 */
      certificate_until: string | null;
    };
    'reports-PageLink': {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Who has the link; null: nobody was named. Such as Agency */
      name: string | null;
      /** The address that opens the page. Such as https://reports.example/r/7?link=… */
      url: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it ends; null: never. Such as 2026-11-22T09:30:00.000Z */
      expires_at: string;
      /** When it was last used; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_used_at: string | null;
    };
    PageRequest: {
      /** What was requested. Such as https://cdn.example/app.js */
      url: string;
      /** What it is, in Chromium’s words. Such as script */
      type: string;
      /** Status code of the answer; null when it failed. Such as 200 */
      status: number | null;
      /** Milliseconds since the navigation began. Such as 120 */
      start: number;
      /** When the answer began; null when nothing was received. Such as 180 */
      first_byte: number | null;
      /** When it ended. Such as 210 */
      end: number;
      /** Header and body as they came over the network; null when unknown. Such as 18244 */
      bytes: number | null;
    };
    /** Such as { "frequency": "weekly", "weekday": 1, "hour": 6, "timezone": "Europe/Berlin" } */
    PutSiteSchedule: {
      /** daily; weekly; or monthly, on the first such weekday of a month. Such as weekly */
      frequency?: 'daily' | 'weekly' | 'monthly';
      /** 1 is Monday, 7 Sunday. Such as 1 */
      weekday?: number;
      /** Hour of the day, in the time zone. Such as 6 */
      hour?: number;
      /** IANA time zone. Such as Europe/Berlin */
      timezone?: string;
      /** 1: an e-mail is sent when the site got worse. Such as 1 */
      email?: 0 | 1;
      /** E-mail addresses, one per line; the owner of the installation by default. Such as ann@shop.example */
      email_recipients?: string | null;
      /** Language of the e-mails: en, English; de, German. Such as de */
      language?: 'en' | 'de';
    };
    Rendering: {
      /** Whether the browser rendered it all, without files that never came, or not at all. Such as complete */
      state: 'complete' | 'partial' | 'failed';
      /** Why it isn’t complete; null if it is. Such as load */
      reason: 'no_browser' | 'timeout' | 'memory' | 'crash' | 'network' | 'http_error' | 'load' | null;
      /** The reason as a sentence; null if it is complete. Such as The page did not finish loading. */
      message: string | null;
      /** Files that never came. Such as [ "https://shop.example/never.jpg" ] */
      pending: string[];
      /** How fast the machine was, on the scale of Lighthouse’s; null if not measured. Such as 1650 */
      benchmark_index: number | null;
      /** 2 when the machine was busy at first. Such as 1 */
      attempts: number;
    };
    Report: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The page that is reported on. Such as https://shop.example/pricing */
      url: string;
      /** The rating of the page; null until there is one. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** Whether there is a result. Such as pending */
      status: 'pending' | 'generated' | 'failed';
      /** From 0 to 100. Such as 87 */
      score: number | null;
      /** Score of the result before the newest one. Such as 84 */
      score_before: number | null;
      /** Whether the newest result has a lower rating than the one before, or lost 5 points or more, over the checks that both decided on the same evidence; false where the rules of the rating have changed between them. Such as true */
      got_worse: boolean;
      /** Why there is no result, as a code; null if there is one. Such as unreachable */
      error: string | null;
      /** The error as a sentence. Such as The host could not be found. */
      error_message: string | null;
      /** Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password. Such as 0 */
      privacy: 0 | 1 | 2;
      /** Whether the page has a password. Such as true */
      has_password: boolean;
      /** 1: generated in a browser, with metrics and screenshots. Such as 0 */
      render: 0 | 1;
      /** Renderings for one result. Such as 1 */
      runs: 1 | 3 | 5;
      /** Whether it is measured as a desktop, too. Such as 0 */
      desktop: 0 | 1;
      /** Whether basic_auth, request_headers or user_agent are stored; they are never shown. Such as false */
      has_credentials: boolean;
      /** When the result was generated; null until there is one. Such as 2026-11-22T09:30:00.000Z */
      generated_at: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
      /** When results=1 takes effect again; null: now. Such as 2026-11-22T09:30:00.000Z */
      next_generation_at: string | null;
      /** The report’s page. Such as https://reports.example/r/7 */
      report_url: string;
      /** The run that produced the result; null until there is one. Such as 12 */
      run_id: number | null;
      /** What was found out about the page beside its findings; null until there is a result */
      facts: components['schemas']['PageFacts'] | null;
      /** Measured by the browser as a phone on slow 4G, the medians of several runs; null unless render is 1 */
      metrics: {
        /** Largest Contentful Paint, ms. Such as 1200 */
        lcp: number | null;
        /** Cumulative Layout Shift, without a unit. Such as 0.02 */
        cls: number | null;
        /** Total Blocking Time, ms. Such as 90 */
        tbt: number | null;
        /** First Contentful Paint, ms. Such as 800 */
        fcp: number | null;
        /** Time to first byte, ms. Such as 120 */
        ttfb: number | null;
      } | null;
      /** Measured as a desktop with a fast connection; null unless desktop is 1. Such as { "lcp": 640, "cls": 0.01, "tbt": 0, "fcp": 420, "ttfb": 160 } */
      metrics_desktop: {
        /** Largest Contentful Paint, ms. Such as 1200 */
        lcp: number | null;
        /** Cumulative Layout Shift, without a unit. Such as 0.02 */
        cls: number | null;
        /** Total Blocking Time, ms. Such as 90 */
        tbt: number | null;
        /** First Contentful Paint, ms. Such as 800 */
        fcp: number | null;
        /** Time to first byte, ms. Such as 120 */
        ttfb: number | null;
      } | null;
      /** What each of several runs measured; empty for a single one. Such as [ { "lcp": 1200, "cls": 0.01, "tbt": 50, "fcp": 900, "ttfb": 600 } ] */
      samples: {
        /** Largest Contentful Paint, ms. Such as 1200 */
        lcp: number | null;
        /** Cumulative Layout Shift, without a unit. Such as 0.02 */
        cls: number | null;
        /** Total Blocking Time, ms. Such as 90 */
        tbt: number | null;
        /** First Contentful Paint, ms. Such as 800 */
        fcp: number | null;
        /** Time to first byte, ms. Such as 120 */
        ttfb: number | null;
      }[];
      /** Addresses of JPEGs, under the report page’s privacy; null unless render is 1. Such as { "desktop": "/…", "phone": "/…" } */
      screenshots: {
        /** Address of the picture, 1350 pixels wide. Such as /api/v1/reports/7/screenshots/desktop */
        desktop: string;
        /** Address of the picture, 412 pixels wide. Such as /api/v1/reports/7/screenshots/phone */
        phone: string;
      } | null;
      /** The phone’s screen while the page loaded; empty unless rendered */
      filmstrip: {
        /** Milliseconds since the navigation began. Such as 900 */
        at: number;
        /** Address of the picture, a JPEG, under the report page’s privacy; null before anything was painted. Such as https://reports.example/r/7/screenshots/frame-1 */
        picture: string | null;
      }[];
      /** Address of a picture (SVG) of the page’s requests over time, under the report page’s privacy; null unless it was rendered. Such as https://reports.example/r/7/waterfall.svg */
      waterfall: string | null;
      /** Where the page’s requests went, heaviest first; null unless it was rendered */
      origins:
        | {
            /** Scheme, host and port. Such as https://cdn.example */
            origin: string;
            /** Responses that came from there. Such as 12 */
            requests: number;
            /** What came over the network from there, in bytes. Such as 48211 */
            bytes: number;
            /** Whether it belongs to another registered domain than the page. Such as true */
            third_party: boolean;
            /** Whose it is, by the list of third-party-web; null where that isn’t known. Such as Google Fonts */
            entity: string | null;
          }[]
        | null;
      /** The first 200 requests of the page, as they began; null unless it was rendered */
      requests: components['schemas']['PageRequest'][] | null;
      /** Requests of the page that failed, each once; empty unless it was rendered */
      failed_requests: components['schemas']['FailedRequest'][];
      /** Errors in the browser’s console; empty unless it was rendered. Such as [ "TypeError: a is undefined" ] */
      console_errors: string[];
      /** Rules of axe-core that the page violates; null unless they were tried */
      violations: components['schemas']['AccessibilityViolation'][] | null;
      /** Version of the checks that were used. Such as 2026-11 */
      rules_version: string | null;
      /** How the rendering went; null unless render is 1 */
      rendering: components['schemas']['Rendering'] | null;
      /** Whether part of the page could not be examined; null until there is a result. Such as false */
      incomplete: boolean | null;
      /** What readers of the result should know */
      notices: components['schemas']['ReportNotice'][];
      /** Score and result of each category */
      categories: components['schemas']['ReportCategory'][];
      /** Every check with its result */
      checks: components['schemas']['CheckResult'][];
    };
    ReportCategory: {
      /** The category. Such as seo */
      id: 'seo' | 'performance' | 'security' | 'content' | 'accessibility';
      /** Its name. Such as Security */
      title: string;
      /** From 0 to 100; null if no check applies. Such as 92 */
      score: number | null;
      /** Its rating; null if no check applies. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** Checks that passed. Such as 30 */
      passed: number;
      /** Checks that warn. Such as 2 */
      warned: number;
      /** Checks that failed. Such as 1 */
      failed: number;
    };
    ReportLooks: {
      /** The run that saw it. Such as 12 */
      run_id: number;
      /** The 24 colours of which there is most */
      colors: components['schemas']['UsedColor'][];
      /** Up to 40 text colours on their backgrounds, those that fail first */
      pairs: components['schemas']['ColorPair'][];
      /** Links, buttons and fields on the first screen, by picture */
      targets: {
        /** Those in the picture of the phone */
        phone: components['schemas']['ClickTarget'][];
        /** Those in the picture of the desktop */
        desktop: components['schemas']['ClickTarget'][];
      };
    };
    ReportLooksResponse: {
      /** The result */
      data: components['schemas']['ReportLooks'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    ReportNotice: {
      /** Stable and machine-readable. Such as truncated */
      code: string;
      /** The notice, in English. Such as Only the first 5 MB of the page were read. */
      message: string;
    };
    ReportResponse: {
      /** The result */
      data: components['schemas']['Report'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    ReportSummary: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The page that is reported on. Such as https://shop.example/pricing */
      url: string;
      /** The rating of the page; null until there is one. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** Whether there is a result. Such as pending */
      status: 'pending' | 'generated' | 'failed';
      /** From 0 to 100. Such as 87 */
      score: number | null;
      /** Score of the result before the newest one. Such as 84 */
      score_before: number | null;
      /** Whether the newest result has a lower rating than the one before, or lost 5 points or more, over the checks that both decided on the same evidence; false where the rules of the rating have changed between them. Such as true */
      got_worse: boolean;
      /** Why there is no result, as a code; null if there is one. Such as unreachable */
      error: string | null;
      /** The error as a sentence. Such as The host could not be found. */
      error_message: string | null;
      /** Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password. Such as 0 */
      privacy: 0 | 1 | 2;
      /** Whether the page has a password. Such as true */
      has_password: boolean;
      /** 1: generated in a browser, with metrics and screenshots. Such as 0 */
      render: 0 | 1;
      /** Renderings for one result. Such as 1 */
      runs: 1 | 3 | 5;
      /** Whether it is measured as a desktop, too. Such as 0 */
      desktop: 0 | 1;
      /** Whether basic_auth, request_headers or user_agent are stored; they are never shown. Such as false */
      has_credentials: boolean;
      /** When the result was generated; null until there is one. Such as 2026-11-22T09:30:00.000Z */
      generated_at: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
      /** When results=1 takes effect again; null: now. Such as 2026-11-22T09:30:00.000Z */
      next_generation_at: string | null;
      /** The report’s page. Such as https://reports.example/r/7 */
      report_url: string;
    };
    ReportSummaryList: {
      /** The result */
      data: components['schemas']['ReportSummary'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Run: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The report. Such as 7 */
      report_id: number;
      /** Whether it produced a result. Such as generated */
      status: 'generated' | 'failed';
      /** Why there is no result, as a code; null if there is one. Such as unreachable */
      error: string | null;
      /** Why there is no result, in English. Such as The host could not be found. */
      error_message: string | null;
      /** The rating of the page; null until there is one. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** From 0 to 100. Such as 87 */
      score: number | null;
      /** Version of the checks that were used. Such as 2026-11 */
      rules_version: string | null;
      /** When the run began; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      started_at: string;
      /** When the run ended; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      finished_at: string;
      /** Where redirects ended; null if nothing was fetched. Such as https://shop.example/pricing/ */
      final_url: string | null;
      /** Measured by the browser as a phone on slow 4G, the medians of several runs; null unless render is 1 */
      metrics: {
        /** Largest Contentful Paint, ms. Such as 1200 */
        lcp: number | null;
        /** Cumulative Layout Shift, without a unit. Such as 0.02 */
        cls: number | null;
        /** Total Blocking Time, ms. Such as 90 */
        tbt: number | null;
        /** First Contentful Paint, ms. Such as 800 */
        fcp: number | null;
        /** Time to first byte, ms. Such as 120 */
        ttfb: number | null;
      } | null;
      /** How the rendering went; null unless render is 1 */
      rendering: components['schemas']['Rendering'] | null;
      /** Whether part of the page could not be examined; null until there is a result. Such as false */
      incomplete: boolean | null;
      /** What readers of the result should know */
      notices: components['schemas']['ReportNotice'][];
      /** Score and result of each category */
      categories: components['schemas']['ReportCategory'][];
      /** Every check with its result */
      checks: components['schemas']['CheckResult'][];
    };
    RunComparison: {
      /** The earlier run */
      from: components['schemas']['RunSummary'];
      /** The later run */
      to: components['schemas']['RunSummary'];
      /** Whether both were judged by the same version of the checks. Such as true */
      same_rules: boolean;
      /** Points gained; negative: lost. Such as -4 */
      score_change: number;
      /** Scores over the checks that both runs decided on the same evidence; null under different rules */
      comparable: {
        /** How many checks that are. Such as 120 */
        checks: number;
        /** Score of the earlier run. Such as 84 */
        score_before: number;
        /** Score of the later run. Such as 80 */
        score_after: number;
      } | null;
      /** Checks that went from warning or failure to something better */
      fixed: {
        /** Identifies the record. Such as title-length */
        id: string;
        /** The category of the check. Such as seo */
        category: string;
        /** What is true of the later run. Such as No file is missing */
        title: string;
        /** The title of either outcome */
        titles: {
          /** What is true when the check passes. Such as No file is missing */
          pass: string;
          /** What is true when it warns or fails. Such as Files are missing */
          fail: string;
        };
        /** What came out in the earlier run; null if the check didn’t exist. Such as fail */
        before: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error' | null;
        /** What came out in the later run; null if the check no longer exists. Such as pass */
        after: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error' | null;
        /** What came out in the later run, in English. Such as The title has a good length. */
        message: string;
      }[];
      /** Checks that got worse */
      new: {
        /** Identifies the record. Such as title-length */
        id: string;
        /** The category of the check. Such as seo */
        category: string;
        /** What is true of the later run. Such as Files are missing */
        title: string;
        /** The title of either outcome */
        titles: {
          /** What is true when the check passes. Such as No file is missing */
          pass: string;
          /** What is true when it warns or fails. Such as Files are missing */
          fail: string;
        };
        /** What came out in the earlier run; null if the check didn’t exist. Such as fail */
        before: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error' | null;
        /** What came out in the later run; null if the check no longer exists. Such as pass */
        after: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error' | null;
        /** What came out in the later run, in English. Such as Shorten the title to 60 characters. */
        message: string;
      }[];
      /** Checks that warn or fail in both */
      unchanged: {
        /** Identifies the record. Such as title-length */
        id: string;
        /** The category of the check. Such as seo */
        category: string;
        /** What is true of the later run. Such as Files are missing */
        title: string;
        /** The title of either outcome */
        titles: {
          /** What is true when the check passes. Such as No file is missing */
          pass: string;
          /** What is true when it warns or fails. Such as Files are missing */
          fail: string;
        };
        /** What came out in the earlier run; null if the check didn’t exist. Such as fail */
        before: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error' | null;
        /** What came out in the later run; null if the check no longer exists. Such as pass */
        after: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error' | null;
        /** What came out in the later run, in English. Such as Shorten the title. */
        message: string;
      }[];
    };
    RunComparisonResponse: {
      /** The result */
      data: components['schemas']['RunComparison'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    RunResponse: {
      /** The result */
      data: components['schemas']['Run'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    RunSummary: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The report. Such as 7 */
      report_id: number;
      /** Whether it produced a result. Such as generated */
      status: 'generated' | 'failed';
      /** Why there is no result, as a code; null if there is one. Such as unreachable */
      error: string | null;
      /** Why there is no result, in English. Such as The host could not be found. */
      error_message: string | null;
      /** The rating of the page; null until there is one. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** From 0 to 100. Such as 87 */
      score: number | null;
      /** Version of the checks that were used. Such as 2026-11 */
      rules_version: string | null;
      /** When the run began; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      started_at: string;
      /** When the run ended; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      finished_at: string;
    };
    RunSummaryList: {
      /** The result */
      data: components['schemas']['RunSummary'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Schedule: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** The report. Such as 7 */
      report_id: number;
      /** The page of the report. Such as https://shop.example/pricing */
      url: string;
      /** How often. Such as daily */
      frequency: 'daily' | 'weekly' | 'monthly';
      /** 1 is Monday, 7 Sunday; null: the day on which it was made. Such as 1 */
      weekday: number | null;
      /** Hour of the day, in the time zone; null: the time at which it was made. Such as 6 */
      hour: number | null;
      /** IANA time zone; null: it goes by the time at which it was made. Such as Europe/Berlin */
      timezone: string | null;
      /** 1: an e-mail is sent when the report gets worse. Such as 1 */
      email: 0 | 1;
      /** E-mail addresses, one per line; null for the owner of the installation. Such as ann@shop.example */
      email_recipients: string | null;
      /** Language of the e-mails: en, English; de, German. Such as de */
      language: 'en' | 'de';
      /** Who gets the e-mails; nobody while the list is empty. Such as [ "ann@shop.example" ] */
      email_goes_to: string[];
      /** When it is generated next. Such as 2026-11-22T09:30:00.000Z */
      next_at: string;
      /** When it was generated last by this schedule; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_at: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    ScheduleList: {
      /** The result */
      data: components['schemas']['Schedule'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    ScheduleResponse: {
      /** The result */
      data: components['schemas']['Schedule'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    Site: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Where the crawl begins. Such as https://shop.example/ */
      url: string;
      /** The host whose pages are visited. Such as shop.example */
      host: string;
      /** Whether links are followed or a list is visited. Such as crawl */
      mode: 'crawl' | 'list';
      /** The most pages to visit. Such as 100 */
      max_pages: number;
      /** Pages that a browser renders in each crawl. Such as 3 */
      render_pages: number;
      /** The mean of its pages’ scores, failing pages counted as 0; null until there is one. Such as 82 */
      score: number | null;
      /** The rating of the site; null until there is one. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** The score of the complete crawl before. Such as 85 */
      score_before: number | null;
      /** Whether the last crawl found it worse than the one before. Such as false */
      got_worse: boolean;
      /** The mean scores of the pages, by category; empty until there are some */
      categories: components['schemas']['SiteCategory'][];
      /** The newest crawl, which status, error and progress are about. Such as 12 */
      crawl_id: number;
      /** The crawl that score, pages and problems are about: the last complete one, or else the newest. Such as 12 */
      shown_crawl_id: number;
      /** Who may see its page: 0 everybody, 1 the organisation, 2 anyone with the password. Such as 0 */
      privacy: 0 | 1 | 2;
      /** Whether the page has a password. Such as true */
      has_password: boolean;
      /** The site’s page, under its privacy. Such as https://reports.example/r/sites/0d4f… */
      site_url: string;
      /** When it is crawled by itself; null: never */
      schedule: components['schemas']['SiteSchedule'] | null;
      /** Whether basic_auth, request_headers or user_agent are stored; they are never shown. Such as false */
      has_credentials: boolean;
      /** How far along the crawl is. Such as pending */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
      /** Why the crawl failed; null if it didn’t. Such as unreachable */
      error: string | null;
      /** The error as a sentence. Such as The host could not be found. */
      error_message: string | null;
      /** How far along the crawl is */
      progress: {
        /** Pages of the site that are known. Such as 40 */
        found: number;
        /** Pages that were visited. Such as 38 */
        done: number;
        /** Addresses of other sites that pages link to. Such as 12 */
        external_found: number;
        /** Of those, how many were checked. Such as 12 */
        external_done: number;
        /** Files that pages refer to. Such as 60 */
        files_found: number;
        /** Of those, how many were checked. Such as 60 */
        files_done: number;
      };
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the run began; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      started_at: string | null;
      /** When the run ended; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      finished_at: string | null;
    };
    SiteCategory: {
      /** The category. Such as seo */
      id: 'seo' | 'performance' | 'security' | 'content' | 'accessibility';
      /** Its name. Such as Search engines */
      title: string;
      /** From 0 to 100. Such as 91 */
      score: number;
      /** The rating of the category. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
    };
    SiteChanges: {
      /** The earlier crawl */
      from: components['schemas']['SiteCrawl'];
      /** The later crawl */
      to: components['schemas']['SiteCrawl'];
      /** Whether both were judged by the same version of the checks; pages’ scores are compared only then. Such as true */
      same_rules: boolean;
      /** Places that lead nowhere since then: the page, and in `after` what it leads to */
      new_broken: components['schemas']['ChangedPages'];
      /** Places that led nowhere and don’t any more */
      mended_broken: components['schemas']['ChangedPages'];
      /** Pages that are new */
      appeared: components['schemas']['ChangedPages'];
      /** Pages that are gone */
      vanished: components['schemas']['ChangedPages'];
      /** Pages that answer with an error since then */
      failing: components['schemas']['ChangedPages'];
      /** Pages whose score fell by 5 points or more */
      fell: components['schemas']['ChangedPages'];
      /** Pages whose score rose by 5 points or more */
      rose: components['schemas']['ChangedPages'];
      /** Problems with another number of places */
      problems: components['schemas']['ChangedProblem'][];
    };
    SiteChangesResponse: {
      /** The result */
      data: components['schemas']['SiteChanges'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteCluster: {
      /** What the pages have in common. Such as canonical */
      kind: 'canonical' | 'hreflang';
      /** The canonical address, or the first of the language versions. Such as https://shop.example/shoes */
      url: string;
      /** The language versions; null for a canonical cluster. Such as [ { "language": "de", "url": "https://shop.example/de" } ] */
      versions:
        | ({
            /** Code of the language. Such as de */
            language: string;
            /** Address of the version. Such as https://shop.example/de */
            url: string;
          } & {
            [key: string]: unknown;
          })[]
        | null;
      /** How many visited pages declare it. Such as 2 */
      total: number;
      /** The first hundred of them. Such as [ "https://shop.example/shoes?sort=price" ] */
      pages: string[];
    };
    SiteClusterList: {
      /** The result */
      data: components['schemas']['SiteCluster'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteCrawl: {
      /** Identifies the crawl. Such as 12 */
      id: number;
      /** The site. Such as 7 */
      site_id: number;
      /** How far along it is. Such as pending */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
      /** Why it failed; null if it didn’t. Such as unreachable */
      error: string | null;
      /** Why there is no result, in English. Such as The host could not be found. */
      error_message: string | null;
      /** The mean of the pages’ scores; null until it is complete. Such as 82 */
      score: number | null;
      /** The rating; null until it is complete. Such as good */
      result: 'good' | 'decent' | 'bad' | null;
      /** The mean scores of the pages, by category; empty until there are some */
      categories: components['schemas']['SiteCategory'][];
      /** Whether it found the site worse than the complete crawl before. Such as false */
      got_worse: boolean;
      /** Pages that were visited; null until it is complete. Such as 76 */
      pages: number | null;
      /** Those of them that answered with an error. Such as 1 */
      errors: number | null;
      /** Links, files and fragments that lead nowhere. Such as 8 */
      broken: number | null;
      /** Whether max_pages ended it. Such as false */
      cut: boolean | null;
      /** How much differs from the complete crawl before; null for the first */
      changes: {
        /** Places that lead nowhere since then. Such as 2 */
        new_broken: number;
        /** Places that led nowhere and don’t any more. Such as 1 */
        mended_broken: number;
        /** Pages that are new. Such as 3 */
        appeared: number;
        /** Pages that are gone. Such as 0 */
        vanished: number;
        /** Pages that answer with an error since then. Such as 1 */
        failing: number;
        /** Pages whose score fell by 5 points or more. Such as 2 */
        fell: number;
        /** Pages whose score rose by 5 points or more. Such as 4 */
        rose: number;
      } | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the run began; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      started_at: string | null;
      /** When the run ended; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      finished_at: string | null;
    };
    SiteCrawlList: {
      /** The result */
      data: components['schemas']['SiteCrawl'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteCrawlResponse: {
      /** The result */
      data: components['schemas']['SiteCrawl'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteList: {
      /** The result */
      data: components['schemas']['Site'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SitePage: {
      /** Identifies the record. Such as 7 */
      id: number;
      /** Address of the page. Such as https://shop.example/pricing */
      url: string;
      /** Whether it was visited. Such as waiting */
      status: 'waiting' | 'done';
      /** Clicks from the start. Such as 1 */
      depth: number | null;
      /** Status code of its answer; null if there was none. Such as 200 */
      http_status: number | null;
      /** Why it could not be read; null if it could. Such as timeout */
      error: string | null;
      /** Where redirects led. Such as https://shop.example/pricing/ */
      final_url: string | null;
      /** Media type of its answer. Such as text/html */
      media_type: string | null;
      /** Its title. Such as Pricing */
      title: string | null;
      /** Its meta description. Such as What our plans cost */
      description: string | null;
      /** Its canonical address. Such as https://shop.example/pricing */
      canonical: string | null;
      /** Words in it. Such as 420 */
      words: number | null;
      /** Whether search engines may list it; null if that isn’t known. Such as true */
      indexable: boolean | null;
      /** Whether the sitemap names it. Such as true */
      in_sitemap: boolean;
      /** Checks that found something. Such as 3 */
      findings: number;
      /** Over the checks that one answer decides; null for what isn’t a page. Such as 84 */
      score: number | null;
      /** The redirects that were followed from its address */
      redirects: {
        /** The address that redirected. Such as http://shop.example/pricing */
        url: string;
        /** Its status code. Such as 301 */
        status: number;
      }[];
      /** Whether it looks like the site’s answer for an address that doesn’t exist. Such as false */
      soft_404: boolean;
      /** What a browser showed; null for pages that weren’t rendered */
      rendered: {
        /** Why it isn’t complete; null if it is. Such as timeout */
        problem: string | null;
        /** Words that visitors see; null if it could not be rendered. Such as 640 */
        words: number | null;
        /** Addresses that only scripts link to. Such as 3 */
        links: number;
        /** Errors in the browser’s console. Such as 0 */
        errors: number;
        /** Largest contentful paint, in milliseconds; null if there was none. Such as 1800 */
        lcp: number | null;
      } | null;
      /** When it was fetched; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      fetched_at: string | null;
    };
    SitePageList: {
      /** The result */
      data: components['schemas']['SitePage'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteProblem: {
      /** Identifies the check. Such as title-length */
      id: string;
      /** What is checked. Such as Length of the title */
      title: string;
      /** The category of the check. Such as seo */
      category: string;
      /** How much it matters. Such as high */
      importance: string;
      /** Places that have the problem. Such as 4 */
      total: number;
      /** The first 100 places */
      items: {
        /** The page to fix. Such as https://shop.example/pricing */
        url: string;
        /** What is wrong there; null if that is obvious. Such as no alt text */
        note: string | null;
      }[];
    };
    SiteProblemList: {
      /** The result */
      data: components['schemas']['SiteProblem'][];
      /** Addresses of other pages of the list, below the host */
      links: components['schemas']['PageLinks'];
      /** About the answer */
      meta: components['schemas']['PageMeta'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteResponse: {
      /** The result */
      data: components['schemas']['Site'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    SiteSchedule: {
      /** How often. Such as daily */
      frequency: 'daily' | 'weekly' | 'monthly';
      /** 1 is Monday, 7 Sunday. Such as 1 */
      weekday: number;
      /** Hour of the day, in the time zone. Such as 6 */
      hour: number;
      /** IANA time zone. Such as Europe/Berlin */
      timezone: string;
      /** 1: an e-mail is sent when the site got worse. Such as 1 */
      email: 0 | 1;
      /** E-mail addresses, one per line; null for the owner of the installation. Such as ann@shop.example */
      email_recipients: string | null;
      /** Language of the e-mails: en, English; de, German. Such as de */
      language: 'en' | 'de';
      /** Who gets the e-mails; nobody while the list is empty. Such as [ "ann@shop.example" ] */
      email_goes_to: string[];
      /** When it is crawled next. Such as 2026-11-22T09:30:00.000Z */
      next_at: string;
      /** When this schedule began a crawl last; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_at: string | null;
    };
    SiteScheduleResponse: {
      /** The result */
      data: components['schemas']['SiteSchedule'];
      /** The status code of the answer. Such as 200 */
      status: number;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    /** Such as { "results": 1 } */
    UpdateReport: {
      /** The report’s own URL; it can’t be changed. Such as https://shop.example/pricing */
      url?: string;
      /** Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password. Such as 0 */
      privacy?: 0 | 1 | 2;
      /** Password of the page; for privacy 2. Such as correct horse battery */
      password?: string | null;
      /** 1 generates the report again. Such as 0 */
      results?: 0 | 1;
      /** 1 renders the page in a browser: content after scripts, metrics and screenshots. Such as 0 */
      render?: 0 | 1;
      /** How often the page is rendered for one result, whose metrics are the medians; each rendering counts as a report. Needs render. Such as 1 */
      runs?: 1 | 3 | 5;
      /** 1 measures the page as a desktop, too, which counts as another rendering. Needs render. Such as 0 */
      desktop?: 0 | 1;
      /** User and password for HTTP Basic authentication, as user:password. Sent to the URL’s own origin only, stored encrypted and never shown. Such as anna:correct horse */
      basic_auth?: string | null;
      /** Headers to send along, one “Name: value” per line. Sent to the URL’s own origin only, stored encrypted and never shown. Such as X-Staging: 4711 */
      request_headers?: string | null;
      /** The User-Agent to send, for a site that turns unknown ones away. Sent to the URL’s own origin only, stored encrypted and never shown. Such as Mozilla/5.0 (X11; Linux x86_64; rv:140.0) */
      user_agent?: string | null;
    };
    UpdateSchedule: {
      /** How often; a change counts from now. Such as daily */
      frequency?: 'daily' | 'weekly' | 'monthly';
      /** 1 is Monday, 7 Sunday. Such as 1 */
      weekday?: number;
      /** Hour of the day, in the time zone; without weekday, hour and timezone, a daily or weekly schedule goes by the time at which it was made. Such as 6 */
      hour?: number;
      /** IANA time zone. Such as Europe/Berlin */
      timezone?: string;
      /** 1: an e-mail is sent when the report gets worse. Such as 1 */
      email?: 0 | 1;
      /** E-mail addresses, one per line; the owner of the installation by default. Such as ann@shop.example */
      email_recipients?: string | null;
      /** Language of the e-mails: en, English; de, German. Such as de */
      language?: 'en' | 'de';
    };
    /** Such as { "max_pages": 1000, "privacy": 0 } */
    UpdateSite: {
      /** The most pages of the site to visit. Such as 100 */
      max_pages?: number;
      /** Pages that a browser renders in each crawl, the first and others of different kinds; 0 for none. Such as 3 */
      render_pages?: number;
      /** Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password. Such as 0 */
      privacy?: 0 | 1 | 2;
      /** Password of the page; for privacy 2. Such as correct horse battery */
      password?: string | null;
      /** User and password for HTTP Basic authentication, as user:password. Sent to the URL’s own origin only, stored encrypted and never shown. Such as anna:correct horse */
      basic_auth?: string | null;
      /** Headers to send along, one “Name: value” per line. Sent to the URL’s own origin only, stored encrypted and never shown. Such as X-Staging: 4711 */
      request_headers?: string | null;
      /** The User-Agent to send, for a site that turns unknown ones away. Sent to the URL’s own origin only, stored encrypted and never shown. Such as Mozilla/5.0 (X11; Linux x86_64; rv:140.0) */
      user_agent?: string | null;
    };
    UsedColor: {
      /** The colour. Such as #2b5bd7 */
      hex: string;
      /** Letters of text in this colour. Such as 1840 */
      letters: number;
      /** Surfaces in it, as a share of the largest. Such as 0.12 */
      area: number;
    };
    Contrast: {
      /** Id of a palette. Such as pal_01h455vb4pex5vsknk084sn02q */
      palette_id: string;
      /** The level of WCAG 2.2 to check. Such as AA */
      level: 'AA' | 'AAA' | 'AA-large' | 'AAA-large' | 'UI';
      /** Contrast ratio that the level requires. Such as 4.5 */
      required_ratio: number;
      /** Every colour on every other, and on and under white and black */
      pairs: {
        /** The colour of the text. Such as #1e3a8a */
        foreground: string;
        /** Index in the palette; null for white and black. Such as 0 */
        foreground_index: number | null;
        /** The colour behind it. Such as #ffffff */
        background: string;
        /** Its position in the palette; null: not in it. Such as 1 */
        background_index: number | null;
        /** Rounded down to two decimals. Such as 5.17 */
        ratio: number;
        /** Whether the level is reached. Such as true */
        passes: boolean;
        /** APCA lightness contrast (Lc); negative for light text on a dark background. Such as 68.5 */
        apca: number;
      }[];
      /** All pairs together */
      summary: {
        /** Pairs. Such as 12 */
        total: number;
        /** Pairs that reach the level. Such as 8 */
        passing: number;
        /** Pairs that don’t. Such as 4 */
        failing: number;
        /** Rounded down to two decimals. Such as 1.2 */
        lowest_ratio: number;
        /** Rounded down to two decimals. Such as 12.6 */
        highest_ratio: number;
      };
      /** One for each failing pair */
      suggestions: {
        /** The colour of the text. Such as #1e3a8a */
        foreground: string;
        /** Index in the palette; null for white and black. Such as 0 */
        foreground_index: number | null;
        /** The colour behind it. Such as #ffffff */
        background: string;
        /** Its position in the palette; null: not in it. Such as 1 */
        background_index: number | null;
        /** Which colour of the pair to replace. Such as foreground */
        replace: 'foreground' | 'background';
        /** True if no colour of this hue passes; `hex` is then the best one. Such as true */
        unreachable: boolean;
        /** The nearest colour that passes. Such as #3b82f6 */
        hex: string;
        /** Rounded down to two decimals. Such as 5.17 */
        ratio: number;
        /** ΔEOK to the replaced colour. Such as 0.0421 */
        delta_e: number;
      }[];
      /** How well the colours can be told apart */
      color_vision: {
        /** The kind of colour vision. Such as typical */
        kind: 'typical' | 'protan' | 'deutan' | 'tritan' | 'achroma';
        /** The colours as they are seen, in the palette’s order. Such as [ "#2b5bd7", "#8a7a1f" ] */
        colors: string[];
        /** Smallest ΔEOK between two colours. Such as 0.0834 */
        min_delta_e: number | null;
        /** Positions of the two most similar colours; null with a single colour. Such as [ 0, 3 ] */
        pair: number[] | null;
      }[];
    };
    ContrastResponse: {
      /** The result */
      data: components['schemas']['Contrast'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "palette_id": "pal_01h455vb4pex5vsknk084sn02q", "format": "css", "prefix": "brand" } */
    CreateExport: {
      /** The palette to export … Such as pal_01h455vb4pex5vsknk084sn02q */
      palette_id?: string;
      /** … or the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
      theme_id?: string;
      /** The format of the file. Such as css */
      format:
        | 'css'
        | 'scss'
        | 'scss-map'
        | 'less'
        | 'stylus'
        | 'js'
        | 'ts'
        | 'json'
        | 'json-nested'
        | 'dtcg'
        | 'style-dictionary'
        | 'figma'
        | 'tailwind-v3'
        | 'tailwind-v4'
        | 'ios-swift'
        | 'swiftui'
        | 'android-xml'
        | 'compose'
        | 'flutter'
        | 'ase'
        | 'gpl'
        | 'csv'
        | 'svg'
        | 'png'
        | 'all'
        | 'tailwind';
      /** Begins every name; `color` by default, or `theme` for a theme. None if empty. Such as brand */
      prefix?: string | null;
      /** The version of the palette or theme to export; the newest by default. Such as 1 */
      version?: number;
      /** Options for the file */
      options?: {
        /** How colours are written. Such as hex */
        color_syntax?: 'hex' | 'rgb' | 'oklch';
        /** Display P3 values for all colours or none; by default for those outside sRGB. Such as true */
        p3?: boolean;
        /** Adds a scale from 50 to 950 to each colour of a palette. Such as false */
        shades?: boolean;
        /** What tokens of a palette are named after: role (`base`), colour name (`steel-blue`), or hue and lightness (`blue-600`). Such as role */
        names?: 'role' | 'color' | 'plain';
        /** Descriptions as comments. Such as true */
        comments?: boolean;
        /** Keeps tokens that refer to others as references, if the format has them. Such as true */
        references?: boolean;
        /** Exports one mode of a theme instead of all: `light`, `dark`, `high_contrast`, `high_contrast_dark`, or one that its tokens bring. CSS with all modes follows `prefers-color-scheme`, `prefers-contrast` and `data-theme`. Such as dark */
        mode?: string;
        /** The theme's own tokens alone, its roles alone, or both. Such as all */
        tokens?: 'all' | 'own' | 'roles';
        /** Only tokens of these groups, or of these names: `["color.brand", "space"]`. Such as [ "color" ] */
        groups?: string[];
        /** Names as the target spells them (`bg-color`), or as they were given (`bgColor`). Such as target */
        case?: 'target' | 'keep';
        /** What becomes of a token whose name another one has: the export fails and names every pair, or the token gets a number. Such as error */
        collisions?: 'error' | 'suffix';
        /** Lengths as they are, or pixels as rem, 16 pixels each. Such as given */
        dimensions?: 'given' | 'rem';
        /** One file, or a ZIP with one for each group or each mode. Such as one */
        files?: 'one' | 'group' | 'mode';
      };
    };
    /** Such as { "base_color": "#3366cc", "harmony": "triadic", "count": 6 } */
    CreatePalette: {
      /** Any absolute CSS Color 4 colour: `#3366cc`, `rebeccapurple`, `oklch(60% 0.15 250)`, …; required unless `colors` is given. Such as #3b82f6 */
      base_color?: string;
      /** Colours that the palette must contain, unchanged, after the base; the harmony adds the rest. The first one is the base unless `base_color` is given. Such as [ "#3b82f6", "#f97316" ] */
      colors?: string[];
      /**
       * @description How the colours relate to the base:
       *     - `complementary`: The base and the hue opposite to it.
       *     - `analogous`: Neighbouring hues on both sides of the base, 30° apart.
       *     - `triadic`: Three hues, 120° apart.
       *     - `split_complementary`: The base and the two hues beside its complement, at ±150°.
       *     - `tetradic`: Two complementary pairs: 0°, 60°, 180° and 240°.
       *     - `square`: Four hues, 90° apart.
       *     - `monochromatic`: One hue, lighter and darker.
       *     - `tints`: The base mixed with more and more white.
       *     - `shades`: The base mixed with more and more black.
       *     - `tones`: The base mixed with more and more grey of its own lightness.
       *     - `temperature`: The base and the colour that is as warm as the base is cool, or as cool as it is warm.
       *     - `contrast`: Hues around the circle that all reach WCAG AA (4.5:1) as text on the same background: on white if the base does, otherwise on black.
       * @default complementary
       * @example triadic
       * @enum {string}
       */
      harmony?:
        | 'complementary'
        | 'analogous'
        | 'triadic'
        | 'split_complementary'
        | 'tetradic'
        | 'square'
        | 'monochromatic'
        | 'tints'
        | 'shades'
        | 'tones'
        | 'temperature'
        | 'contrast';
      /** The number of colours, including the base. Such as 5 */
      count?: number;
      /** The workspace to save it in; by default the organisation's default workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
      workspace_id?: string;
      /** What the palette is called. Such as Brand */
      name?: string | null;
      /** Free text. Such as For the shop */
      description?: string | null;
      /** Gives each colour a scale: `50-950`, `1-12` (Radix), or contrast targets on a background: `{"contrast": [3, 4.5, 7], "on": "#fff"}`. Such as 50-950 */
      scale?:
        | null
        | ('50-950' | '1-12')
        | {
            /** Contrast ratios that the steps reach. Such as [ 3, 4.5, 7 ] */
            contrast: number[];
            /** The background on which they are reached. Such as #ffffff */
            on?: string;
          };
    };
    CreatePaletteFromImage: {
      /** A PNG, JPEG, WebP or AVIF in base64, or as a data: URL … Such as iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGklEQVR42mO4o6aGFakmv8aKGEY1jGoYvhoAAuNNkK/q4JwAAAAASUVORK5CYII= */
      image?: string;
      /** … or its public http or https address. Such as https://shop.example/pricing */
      url?: string;
      /** The most colours to take. Such as 5 */
      count?: number;
      /** The workspace to save it in; by default the organisation's default workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
      workspace_id?: string;
      /** What the palette is called. Such as Brand */
      name?: string | null;
      /** Free text. Such as For the shop */
      description?: string | null;
      /** Gives each colour a scale: `50-950`, `1-12` (Radix), or contrast targets on a background: `{"contrast": [3, 4.5, 7], "on": "#fff"}`. Such as 50-950 */
      scale?:
        | null
        | ('50-950' | '1-12')
        | {
            /** Contrast ratios that the steps reach. Such as [ 3, 4.5, 7 ] */
            contrast: number[];
            /** The background on which they are reached. Such as #ffffff */
            on?: string;
          };
    };
    /** Such as { "name": "The agency" } */
    CreateShareLink: {
      /** Who has the link. Such as Agency */
      name?: string | null;
      /** Lifetime of the link in seconds. Such as 604800 */
      expires_in?: number;
    };
    /** Such as { "palette_id": "pal_01h455vb4pex5vsknk084sn02q", "name": "Ocean", "tokens": { "color": { "$type": "color", "brand": { "$value": "{palette.0}" } } } } */
    CreateTheme: {
      /** Id of a palette. Such as pal_01h455vb4pex5vsknk084sn02q */
      palette_id: string;
      /** Name of the theme. Such as Brand */
      name: string;
      /**
       * @description A token tree in DTCG 2025.10; CSS notation such as `#ff0000` and `4px` is accepted with a warning. `{palette.0}` and `{palette.base}` refer to colours of the palette. A colour token called `primary`, `secondary`, `tertiary`, `success`, `warning`, `error`, `info` or `neutral` (at the root or in the group `color`, `colors`, `role`, `brand` or `semantic`) sets that role, as does any colour at the root with the name of a role. It is kept in every mode. A token has other values in modes of any name by `"$extensions": {"mode": {"dark": "#0a0a0a"}}`.
       * @example {
       *       "primary": {
       *         "$type": "color",
       *         "$value": "#3b82f6"
       *       }
       *     }
       */
      tokens: {
        [key: string]: unknown;
      };
      /** Moves set colours in lightness until they reach their contrast, instead of keeping them. Such as false */
      adjust?: boolean;
      /** A scheme of Material 3 that the secondary, tertiary and neutral colours come from, instead of the palette; the primary colour stays as it is. Such as tonal_spot */
      scheme?:
        | 'tonal_spot'
        | 'vibrant'
        | 'expressive'
        | 'content'
        | 'fidelity'
        | 'neutral'
        | 'monochrome'
        | 'rainbow'
        | 'fruit_salad'
        | null;
      /** Earlier names of roles and tokens, each with its current name: `{"cta": "primary", "color.old": "color.brand"}`. Exports write both, the earlier one as a deprecated reference to the current one. Such as { "cta": "primary" } */
      renamed?: {
        [key: string]: string;
      } | null;
      /** Free text. Such as For the shop */
      description?: string | null;
      /** How `tokens` of this request are read; nothing of it is stored */
      options?: {
        /** What becomes of a token that exports would name like another one, or like a role in a mode: a sentence names both, or the token gets a number, and references follow. Such as report */
        collisions?: 'report' | 'suffix';
        /** What becomes of tokens that can’t be resolved: the request is refused and names them all, or they are left out, which `warnings` says. Such as leave_out */
        unresolved?: 'error' | 'leave_out';
      };
    };
    /** Such as { "name": "Marketing" } */
    CreateWorkspace: {
      /** Unique in the organisation, ignoring case. Such as Design */
      name: string;
    };
    /** Such as { "tokens": { "primary": "#00aa55" } } */
    DeriveTheme: {
      /** Replaces the tokens; the roles are derived again. Such as { "primary": { "$type": "color", "$value": "#3b82f6" } } */
      tokens?: {
        [key: string]: unknown;
      };
      /** Whether colours that tokens set may be changed to make text on them readable. Such as false */
      adjust?: boolean;
      /** A scheme of Material 3 that the secondary, tertiary and neutral colours come from, instead of the palette; the primary colour stays as it is. Such as tonal_spot */
      scheme?:
        | 'tonal_spot'
        | 'vibrant'
        | 'expressive'
        | 'content'
        | 'fidelity'
        | 'neutral'
        | 'monochrome'
        | 'rainbow'
        | 'fruit_salad'
        | null;
      /** Earlier names of roles and tokens, each with its current name: `{"cta": "primary", "color.old": "color.brand"}`. Exports write both, the earlier one as a deprecated reference to the current one. Such as { "cta": "primary" } */
      renamed?: {
        [key: string]: string;
      } | null;
      /** How `tokens` of this request are read; nothing of it is stored */
      options?: {
        /** What becomes of a token that exports would name like another one, or like a role in a mode: a sentence names both, or the token gets a number, and references follow. Such as report */
        collisions?: 'report' | 'suffix';
        /** What becomes of tokens that can’t be resolved: the request is refused and names them all, or they are left out, which `warnings` says. Such as leave_out */
        unresolved?: 'error' | 'leave_out';
      };
    };
    DerivedTheme: {
      /** Colours by role, in the modes that every theme has and in those that its tokens bring. Derived on-roles reach AA on their background, and AAA in high contrast; a colour that the tokens set is kept, and `warnings` names what it misses */
      modes: {
        /** On a light background */
        light: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
        /** On a dark background */
        dark: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
        /** On a light background, all pairs at AAA */
        high_contrast: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
        /** On a dark background, all pairs at AAA */
        high_contrast_dark: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
      } & {
        [key: string]: {
          [key: string]: {
            hex: string;
            oklch: {
              l: number;
              c: number;
              h: number;
            };
            p3: {
              r: number;
              g: number;
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not */
            alpha: number;
            /** The role that this one is placed on; null for a background */
            on: string | null;
            /** The WCAG ratio there, rounded down */
            ratio: number | null;
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role */
            apca: number | null;
            description: string;
          };
        };
      };
      /** What could not be done as asked. Such as [] */
      warnings: string[];
    };
    DerivedThemeResponse: {
      /** The result */
      data: components['schemas']['DerivedTheme'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    EnvelopeDeleted: {
      /** The result */
      data: {
        /** Id of what was deleted. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** What it was. Such as palette */
        object: string;
        /** Always true. Such as true @constant */
        deleted: true;
      };
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    EnvelopeProblem: {
      /** Always null */
      data: null;
      /** What went wrong; null if nothing did */
      error: {
        /** Stable and machine-readable; docs/errors.md lists all codes. Such as invalid_parameter */
        code: string;
        /** What is wrong, in the language of `Accept-Language`: English or German. Such as count must be at most 20 */
        message: string;
        /** The refused fields; empty for other errors */
        details: {
          /** The refused field. Such as count */
          field: string;
          /** What is wrong with it. Such as must be at most 20 */
          message: string;
        }[];
      };
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Export: {
      /** Id of the export. Such as exp_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** How far along it is. Such as queued */
      status: 'queued' | 'processing' | 'completed' | 'failed';
      /** Percent done. Such as 100 */
      progress: number;
      /** The format of the file. Such as css */
      format: string;
      /** What names begin with; null: no prefix. Such as brand */
      prefix: string | null;
      /** Id of a palette. Such as pal_01h455vb4pex5vsknk084sn02q */
      palette_id: string | null;
      /** Id of a theme. Such as thm_01h455vb4pex5vsknk084sn02q */
      theme_id: string | null;
      /** Options for the file */
      options: {
        /** How colours are written. Such as hex */
        color_syntax: 'hex' | 'rgb' | 'oklch';
        /** Whether wide-gamut colours are added. Such as auto */
        p3: boolean | 'auto';
        /** Whether each colour’s scale is added. Such as true */
        shades: boolean;
        /** What names are made of. Such as role */
        names: 'role' | 'color' | 'plain';
        /** Whether the file says where it comes from. Such as true */
        comments: boolean;
        /** Whether tokens that refer to others stay references. Such as true */
        references: boolean;
        /** The one mode to export; null: all. Such as dark */
        mode: string | null;
        /** The tokens, by the Design Tokens format. Such as all */
        tokens: 'all' | 'own' | 'roles';
        /** Only tokens of these groups, or of these names. Such as [ "color" ] */
        groups: string[] | null;
        /** How names are spelled. Such as target */
        case: 'target' | 'keep';
        /** What becomes of a token whose name another one has. Such as error */
        collisions: 'error' | 'suffix';
        /** How lengths are written. Such as given */
        dimensions: 'given' | 'rem';
        /** One file, or several in a ZIP. Such as one */
        files: 'one' | 'group' | 'mode';
      };
      /** How often it was tried. Such as 1 */
      attempts: number;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When a worker began; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      started_at: string | null;
      /** When it was done; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      completed_at: string | null;
      /** When it ends; null: never. Such as 2026-11-22T09:30:00.000Z */
      expires_at: string | null;
      /** Where to check its status. Such as /v1/tokens/exp_01h455vb4pex5vsknk084sn02q/status */
      status_url: string;
      /** The file; null until it is done. Such as /v1/tokens/exp_01h455vb4pex5vsknk084sn02q/file */
      download_url: string | null;
      /** Name of the file; null until it is done. Such as brand.css */
      filename: string | null;
      /** Media type of the file; null until it is done. Such as text/css */
      media_type: string | null;
      /** Size of the file; null until it is done. Such as 1204 */
      bytes: number | null;
      /** SHA-256 of the file, in hexadecimal; null until it is done. Such as aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa */
      sha256: string | null;
      /** How many tokens the file has, each once for each mode; null until it is there. Such as 24 */
      written: number | null;
      /** Tokens that the format can’t hold, or only in part, by type and reason; empty if the file has everything */
      left_out:
        | {
            /** DTCG `$type`. Such as page */
            type: string;
            /** Why they are not in the file. Such as The format has no such type */
            reason: string;
            /** The number of colours. Such as 5 */
            count: number;
            /** The first of them. Such as [ "motion.ease" ] */
            names: string[];
          }[]
        | null;
      /** Why it failed; null if it didn’t */
      error: {
        /** Stable and machine-readable. Such as export_failed */
        code: string;
        /** What went wrong, in English. Such as The file could not be rendered. */
        message: string;
        /** The refused fields; empty for other errors */
        details: {
          /** The refused field. Such as count */
          field: string;
          /** What is wrong with it. Such as must be at most 20 */
          message: string;
        }[];
      } | null;
    };
    ExportFormats: {
      /** The formats */
      items: {
        /** Names the format. Such as css */
        id: string;
        /** Name of the format. Such as CSS custom properties */
        title: string;
        /** What reads the file. Such as Browsers */
        target: string;
        /** Media type of the file. Such as text/css */
        media_type: string;
        /** Extension of the file’s name. Such as .css */
        extension: string;
        /** Where the format is described. Such as https://www.w3.org/TR/css-variables-1/ */
        docs: string;
        /** Whether it has tokens of every type, or only colours. Such as colors */
        holds: 'colors' | 'all';
        /** Options that change the file. Such as [ "color_syntax" ] */
        options: ('color_syntax' | 'p3' | 'comments' | 'references')[];
        /** A file in this format */
        example: {
          /** Name of the file; null until it is done. Such as brand.css */
          filename: string;
          /** How `content` is written. Such as utf8 */
          encoding: 'utf8' | 'base64';
          /** The file. Such as :root { --primary: #3b82f6; } */
          content: string;
        };
      }[];
    };
    ExportFormatsResponse: {
      /** The result */
      data: components['schemas']['ExportFormats'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    ExportPage: {
      /** The records */
      items: components['schemas']['Export'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    ExportPageResponse: {
      /** The result */
      data: components['schemas']['ExportPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    ExportResponse: {
      /** The result */
      data: components['schemas']['Export'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Harmonies: {
      /** The records */
      items: {
        /** How the other colours are found. Such as triadic */
        harmony:
          | 'complementary'
          | 'analogous'
          | 'triadic'
          | 'split_complementary'
          | 'tetradic'
          | 'square'
          | 'monochromatic'
          | 'tints'
          | 'shades'
          | 'tones'
          | 'temperature'
          | 'contrast';
        /** Name of the format. Such as CSS custom properties */
        title: string;
        /** What it is for, in your own words. Such as For the shop */
        description: string;
        /** The colours, in order */
        colors: {
          /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
          hex: string;
          /** What people call the colour. Such as Royal blue */
          name: string;
          /** Black or white, whichever reads better on it. Such as #000000 */
          on_color: string;
        }[];
      }[];
    };
    HarmoniesResponse: {
      /** The result */
      data: components['schemas']['Harmonies'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "content": { "brand": { "$type": "color", "$value": "#3366cc" } } } */
    ImportTokens: {
      /** Found by what is in the content unless it is given. Such as dtcg */
      format?:
        | 'dtcg'
        | 'tokens-studio'
        | 'style-dictionary'
        | 'figma'
        | 'css'
        | 'scss'
        | 'tailwind-v3'
        | 'tailwind-v4'
        | 'hex'
        | 'ase'
        | 'aco'
        | 'gpl';
      /** An object for the JSON formats, base64 for `ase`, `aco` and a zip of files, text for the others; JSON5 and YAML are read, too. Either this or `files`. Such as { "primary": { "$type": "color", "$value": "#3b82f6" } } */
      content?:
        | string
        | {
            [key: string]: unknown;
          };
      /** Several files that belong together: sets of Tokens Studio with `$themes.json`, sources of a resolver document, or a folder of Style Dictionary. Files with other values for the same tokens are modes, named by what their names differ in */
      files?: {
        /** Its name with its folders, by which references between files and modes are found. Such as tokens/color/dark.json */
        name: string;
        /** As in `content`. Such as { bg: { $type: "color", $value: "#0a0a0a" } } */
        content:
          | string
          | {
              [key: string]: unknown;
            };
      }[];
      /** How tokens are read */
      options?: {
        /** What becomes of a token that exports would name like another one, or like a role in a mode: a sentence names both, or the token gets a number, and references follow. Such as report */
        collisions?: 'report' | 'suffix';
      };
    };
    ImportWebsite: {
      /** Public http or https address of a page, or of a style sheet. Such as https://example.com/ */
      url: string;
    };
    ImportedTokens: {
      /** The format that the content was read as. Such as dtcg */
      format: string;
      /** Names of the files that were read, where several were sent or a zip. Such as [ "tokens/color/dark.json", "tokens/color/light.json" ] */
      files?: string[];
      /** Fits `tokens` of `POST /v1/themes`. Such as { "primary": { "$type": "color", "$value": "#3b82f6" } } */
      tokens: {
        [key: string]: unknown;
      };
      /** How many tokens there are. Such as 12 */
      count: number;
      /** What was changed or left out, one sentence each. Such as [ "Gradients were left out." ] */
      changes: string[];
      /** Tokens that were left out, as a theme would refuse them, each with the reason */
      unresolved: {
        /** Path of the token. Such as color.brand */
        field: string;
        /** What is wrong with it. Such as refers to itself */
        message: string;
      }[];
    };
    ImportedTokensResponse: {
      /** The result */
      data: components['schemas']['ImportedTokens'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Meta: {
      /** Identifies the request in our logs. Such as 6f1c0b52-5a4e-4b0c-9d3c-0e6f1a2b3c4d */
      request_id: string;
      /** When the answer was sent. Such as 2026-11-22T09:30:00.000Z */
      timestamp: string;
      /** Fields of the request that don't exist and were ignored; absent if there were none. Such as [ "foo" ] */
      ignored?: string[];
    };
    PairContrast: {
      /** The colour of the text */
      foreground: {
        /** The colour as it was sent. Such as rgb(59 130 246) */
        input: string;
        /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
        hex: string;
        /** Opacity, from 0 to 1. Such as 1 */
        alpha: number;
      };
      /** The colour behind it */
      background: {
        /** The colour as it was sent. Such as rgb(59 130 246) */
        input: string;
        /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
        hex: string;
        /** Opacity, from 0 to 1. Such as 1 */
        alpha: number;
      };
      /** The level of WCAG 2.2 to check. Such as AA */
      level: 'AA' | 'AAA' | 'AA-large' | 'AAA-large' | 'UI';
      /** Contrast ratio that the level requires. Such as 4.5 */
      required_ratio: number;
      /** Rounded down to two decimals. Such as 5.17 */
      ratio: number;
      /** Whether the level is reached. Such as true */
      passes: boolean;
      /** Every level, and whether it is reached. Such as { "AA": true, "AAA": false } */
      levels: {
        [key: string]: boolean;
      };
      /** APCA lightness contrast (Lc); negative for light text on a dark background. Such as 68.5 */
      apca: number;
      /** The nearest foreground that reaches the level, if this one does not */
      suggestion: {
        /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
        hex: string;
        /** Rounded down to two decimals. Such as 5.17 */
        ratio: number;
        /** True if no colour of this hue reaches the level. Such as true */
        unreachable: boolean;
      } | null;
    };
    PairContrastResponse: {
      /** The result */
      data: components['schemas']['PairContrast'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Palette: {
      /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** A name that people recognise; null: none. Such as Brand */
      name: string | null;
      /** What it is for, in your own words. Such as For the shop */
      description: string | null;
      /** The colour that the palette is built from */
      base_color: {
        /** The colour as it was sent. Such as rgb(59 130 246) */
        input: string;
        /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
        hex: string;
        /** In OKLCH */
        oklch: {
          /** Lightness, from 0 to 1. Such as 0.623 */
          l: number;
          /** Chroma. Such as 0.188 */
          c: number;
          /** Hue in degrees. Such as 259.8 */
          h: number;
        };
        /** Opacity, from 0 to 1. Such as 1 */
        alpha: number;
      };
      /** How the other colours are found. Such as triadic */
      harmony:
        | 'complementary'
        | 'analogous'
        | 'triadic'
        | 'split_complementary'
        | 'tetradic'
        | 'square'
        | 'monochromatic'
        | 'tints'
        | 'shades'
        | 'tones'
        | 'temperature'
        | 'contrast'
        | 'from_image';
      /** The number of colours. Such as 5 */
      count: number;
      /** The colours, in order */
      colors: {
        /** Its place, from 0. Such as 0 */
        index: number;
        /** What the colour is for; unique in the palette. Such as primary */
        role: string;
        /** The colour in sRGB; opacity is in `alpha`. Such as #3b82f6 */
        hex: string;
        /** In sRGB, 0 to 255 */
        rgb: {
          /** Red. Such as 59 */
          r: number;
          /** Green. Such as 130 */
          g: number;
          /** Blue. Such as 246 */
          b: number;
        };
        /** In HSL */
        hsl: {
          /** Hue in degrees. Such as 217.2 */
          h: number;
          /** Saturation in percent. Such as 91.2 */
          s: number;
          /** Lightness in percent. Such as 59.8 */
          l: number;
        };
        /** The intended colour, before mapping into sRGB */
        oklch: {
          /** Lightness, from 0 to 1. Such as 0.623 */
          l: number;
          /** Chroma. Such as 0.188 */
          c: number;
          /** Hue in degrees. Such as 259.8 */
          h: number;
        };
        /** In Display P3, 0 to 1 */
        p3: {
          /** Red. Such as 0.304 */
          r: number;
          /** Green. Such as 0.504 */
          g: number;
          /** Blue. Such as 0.939 */
          b: number;
        };
        /** Whether sRGB has this colour; `hex` and `rgb` are the nearest one otherwise. Such as true */
        in_srgb: boolean;
        /** Opacity, from 0 to 1. Such as 1 */
        alpha: number;
        /** What people call the colour. Such as Royal blue */
        name: string;
        /** Lighter and darker steps of the colour */
        scale?: {
          /** Name of the step. Such as 500 */
          step: string;
          /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
          hex: string;
          /** In OKLCH */
          oklch: {
            /** Lightness, from 0 to 1. Such as 0.623 */
            l: number;
            /** Chroma. Such as 0.188 */
            c: number;
            /** Hue in degrees. Such as 259.8 */
            h: number;
          };
          /** In Display P3, 0 to 1 */
          p3: {
            /** Red. Such as 0.304 */
            r: number;
            /** Green. Such as 0.504 */
            g: number;
            /** Blue. Such as 0.939 */
            b: number;
          };
          /** Whether sRGB has this colour; `hex` and `rgb` are the nearest one otherwise. Such as true */
          in_srgb: boolean;
          /** Whether it is the colour itself, unchanged. Such as true */
          is_base: boolean;
          /** WCAG ratio on white, or on the background of the targets; on #111111 for dark scales. Such as 4.5 */
          contrast: number;
          /** For `1-12`: the most transparent colour that looks the same on white, or on #111111 for dark scales. Such as #0044ffcc */
          alpha_hex?: string;
        }[];
        /** The scale for dark pages, if `scale` is `1-12` */
        dark_scale?: {
          /** Name of the step. Such as 9 */
          step: string;
          /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
          hex: string;
          /** In OKLCH */
          oklch: {
            /** Lightness, from 0 to 1. Such as 0.623 */
            l: number;
            /** Chroma. Such as 0.188 */
            c: number;
            /** Hue in degrees. Such as 259.8 */
            h: number;
          };
          /** In Display P3, 0 to 1 */
          p3: {
            /** Red. Such as 0.304 */
            r: number;
            /** Green. Such as 0.504 */
            g: number;
            /** Blue. Such as 0.939 */
            b: number;
          };
          /** Whether sRGB has this colour; `hex` and `rgb` are the nearest one otherwise. Such as true */
          in_srgb: boolean;
          /** Whether it is the colour itself, unchanged. Such as true */
          is_base: boolean;
          /** WCAG ratio on white, or on the background of the targets; on #111111 for dark scales. Such as 5.2 */
          contrast: number;
          /** For `1-12`: the most transparent colour that looks the same on white, or on #111111 for dark scales. Such as #66aaffcc */
          alpha_hex?: string;
        }[];
        /** Black or white, whichever has more contrast on the colour. Such as #000000 */
        on_color: string;
      }[];
      /** Gives each colour a scale: `50-950`, `1-12` (Radix), or contrast targets on a background: `{"contrast": [3, 4.5, 7], "on": "#fff"}`. Such as 50-950 */
      scale:
        | null
        | ('50-950' | '1-12')
        | {
            /** Contrast ratios that the steps reach. Such as [ 3, 4.5, 7 ] */
            contrast: number[];
            /** The background on which they are reached. Such as #ffffff */
            on?: string;
          };
      /** What could not be done as asked. Such as [] */
      warnings: string[];
      /** Grows when the colours are generated again. Such as 1 */
      version: number;
      /** The workspace that it belongs to. Such as wsp_01h455vb4pex5vsknk084sn02q */
      workspace_id: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
    };
    PaletteDiff: {
      /** The earlier version. Such as 1 */
      from: number;
      /** The later version. Such as 2 */
      to: number;
      /** Colours with another value */
      changed: {
        /** The role of the colour. Such as primary */
        role: string;
        /** Its value before. Such as #3b82f6 */
        from: string;
        /** Its value now. Such as #2563eb */
        to: string;
        /** ΔEOK. Such as 0.0421 */
        delta_e: number;
      }[];
      /** Colours that are new */
      added: {
        /** What the colour is for; unique in the palette. Such as primary */
        role: string;
        /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
        hex: string;
      }[];
      /** Colours that are gone */
      removed: {
        /** What the colour is for; unique in the palette. Such as primary */
        role: string;
        /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
        hex: string;
      }[];
      /** Pairs of colours, white and black included, whose ratio fell */
      worse_contrast: {
        /** The roles of the pair. Such as [ "primary", "surface" ] */
        roles: string[];
        /** Its contrast ratio before. Such as 4.6 */
        from: number;
        /** Its contrast ratio now. Such as 3.9 */
        to: number;
        /** Levels that it no longer reaches. Such as [ "AA" ] */
        lost_levels: ('AAA' | 'AA' | 'AA-large')[];
      }[];
    };
    PaletteDiffResponse: {
      /** The result */
      data: components['schemas']['PaletteDiff'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    PalettePage: {
      /** The records */
      items: components['schemas']['Palette'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    PalettePageResponse: {
      /** The result */
      data: components['schemas']['PalettePage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    PaletteResponse: {
      /** The result */
      data: components['schemas']['Palette'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    PalettesLinksData: {
      /** The records */
      items: components['schemas']['ShareLink'][];
    };
    PalettesLinksDataResponse: {
      /** The result */
      data: components['schemas']['PalettesLinksData'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    PalettesVersionsData: {
      /** The records */
      items: {
        /** Number of the version, from 1. Such as 1 */
        version: number;
        /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
        created_at: string;
      }[];
    };
    PalettesVersionsDataResponse: {
      /** The result */
      data: components['schemas']['PalettesVersionsData'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "lock": [ 1, 2 ] } */
    RegeneratePalette: {
      /** Indexes of colours that stay as they are; the base always does. Such as [] */
      lock?: number[];
      /** The palette’s own by default. Such as triadic */
      harmony?:
        | 'complementary'
        | 'analogous'
        | 'triadic'
        | 'split_complementary'
        | 'tetradic'
        | 'square'
        | 'monochromatic'
        | 'tints'
        | 'shades'
        | 'tones'
        | 'temperature'
        | 'contrast';
      /** The palette’s own by default. Such as 5 */
      count?: number;
      /** 0 is the plain harmony; every other number varies it. By default the number of the new version. Such as 2 */
      variation?: number;
    };
    /** Such as { "colors": [ { "color": "#3366cc" }, { "color": "#e4572e", "role": "accent" } ] } */
    SetPaletteColors: {
      /** All colours in order; the first one is the base */
      colors?: {
        /** Any absolute CSS Color 4 colour. Such as #3366cc */
        color: string;
        /** What the colour is for: lower-case letters, digits and hyphens. By default that of the colour in its place. Such as primary */
        role?: string;
      }[];
      /** Takes the colours, harmony and scale of this version instead. Such as 1 */
      version?: number;
    };
    ShareLink: {
      /** Id of the link. Such as 4 */
      id: number;
      /** Who has the link. Such as Agency */
      name: string | null;
      /** Anyone with it can see the palette or theme. Such as https://palettes.example/p/… */
      url: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it ends; null: never. Such as 2026-11-22T09:30:00.000Z */
      expires_at: string;
      /** When it was last used; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_used_at: string | null;
    };
    ShareLinkResponse: {
      /** The result */
      data: components['schemas']['ShareLink'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Theme: {
      /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** A name that people recognise; null: none. Such as Brand */
      name: string;
      /** What it is for, in your own words. Such as For the shop */
      description: string | null;
      /** Id of a palette. Such as pal_01h455vb4pex5vsknk084sn02q */
      palette_id: string;
      /** The workspace that it belongs to. Such as wsp_01h455vb4pex5vsknk084sn02q */
      workspace_id: string;
      /** A page that shows the theme; anyone with the link can open it. Such as /v1/themes/thm_01h455vb4pex5vsknk084sn02q/preview */
      preview_url: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
      /** As sent by the client. Such as { "primary": { "$type": "color", "$value": "#3b82f6" } } */
      tokens: {
        [key: string]: unknown;
      };
      /** Whether colours that tokens set may be changed to make text on them readable. Such as false */
      adjust: boolean;
      /** How roles are coloured; null: by the palette. Such as tonal_spot */
      scheme:
        | 'tonal_spot'
        | 'vibrant'
        | 'expressive'
        | 'content'
        | 'fidelity'
        | 'neutral'
        | 'monochrome'
        | 'rainbow'
        | 'fruit_salad'
        | null;
      /** Earlier names of roles and tokens, each with the name that replaces it. Such as { "cta": "primary" } */
      renamed: {
        [key: string]: string;
      };
      /** Every token, with references resolved */
      resolved_tokens: {
        /** Path of the token. Such as color.brand */
        path: string;
        /** Its type. Such as color */
        type: string;
        /** Its value. Such as #3b82f6 */
        value: unknown;
        /** Its description. Such as Buttons and links */
        description: string | null;
        /** Its values in modes, where they differ from `value`. Such as { "dark": "#93c5fd" } */
        modes?: {
          [key: string]: unknown;
        };
      }[];
      /** Colours by role, in the modes that every theme has and in those that its tokens bring. Derived on-roles reach AA on their background, and AAA in high contrast; a colour that the tokens set is kept, and `warnings` names what it misses */
      modes: {
        /** On a light background */
        light: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
        /** On a dark background */
        dark: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
        /** On a light background, all pairs at AAA */
        high_contrast: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
        /** On a dark background, all pairs at AAA */
        high_contrast_dark: {
          [key: string]: {
            /** As `#rrggbb`, or `#rrggbbaa` if it is transparent. Such as #3b82f6 */
            hex: string;
            /** In OKLCH */
            oklch: {
              /** Lightness, from 0 to 1. Such as 0.623 */
              l: number;
              /** Chroma. Such as 0.188 */
              c: number;
              /** Hue in degrees. Such as 259.8 */
              h: number;
            };
            /** In Display P3, 0 to 1 */
            p3: {
              /** Red. Such as 0.304 */
              r: number;
              /** Green. Such as 0.504 */
              g: number;
              /** Blue. Such as 0.939 */
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not. Such as 1 */
            alpha: number;
            /** The role that this one is placed on; null for a background. Such as surface */
            on: string | null;
            /** The WCAG ratio there, rounded down. Such as 5.17 */
            ratio: number | null;
            /** Contrast ratio that the level requires. Such as 4.5 */
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role. Such as 68.5 */
            apca: number | null;
            /** What it is for, in your own words. Such as For the shop */
            description: string;
          };
        };
      } & {
        [key: string]: {
          [key: string]: {
            hex: string;
            oklch: {
              l: number;
              c: number;
              h: number;
            };
            p3: {
              r: number;
              g: number;
              b: number;
            };
            /** Opacity; roles are opaque unless the tokens set one that is not */
            alpha: number;
            /** The role that this one is placed on; null for a background */
            on: string | null;
            /** The WCAG ratio there, rounded down */
            ratio: number | null;
            required_ratio: number | null;
            /** APCA lightness contrast (Lc) on that role */
            apca: number | null;
            description: string;
          };
        };
      };
      /** The whole theme as a DTCG 2025.10 resolver document. Such as { "version": "2025.10" } */
      resolver: {
        [key: string]: unknown;
      };
      /** What could not be done as asked. Such as [] */
      warnings: string[];
      /** Grows when the roles are derived again. Such as 1 */
      version: number;
    };
    ThemeDiff: {
      /** The earlier version. Such as 1 */
      from: number;
      /** The later version. Such as 2 */
      to: number;
      /** Colours with another value */
      changed: {
        /** The mode. Such as dark */
        mode: string;
        /** The role of the colour. Such as primary */
        role: string;
        /** Its value before. Such as #3b82f6 */
        from: string;
        /** Its value now. Such as #2563eb */
        to: string;
        /** ΔEOK. Such as 0.0421 */
        delta_e: number;
      }[];
      /** Roles whose ratio on their background fell */
      worse_contrast: {
        /** The mode. Such as dark */
        mode: string;
        /** What the colour is for; unique in the palette. Such as primary */
        role: string;
        /** The role behind it. Such as surface */
        on: string;
        /** Its contrast ratio before. Such as 4.6 */
        from: number;
        /** Its contrast ratio now. Such as 3.9 */
        to: number;
        /** Contrast ratio that the level requires. Such as 4.5 */
        required_ratio: number;
        /** Whether the level is reached. Such as true */
        passes: boolean;
      }[];
      /** Paths of the theme's own tokens */
      tokens: {
        /** Paths of tokens that are new. Such as [ "color.brand" ] */
        added: string[];
        /** Paths of tokens that are gone. Such as [ "color.old" ] */
        removed: string[];
        /** Paths of tokens with another value. Such as [ "color.accent" ] */
        changed: string[];
      };
      /** Names that were given up, each with the one that replaces it */
      renamed: {
        /** The earlier name. Such as cta */
        from: string;
        /** The current name. Such as primary */
        to: string;
      }[];
    };
    ThemeDiffResponse: {
      /** The result */
      data: components['schemas']['ThemeDiff'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    ThemeResponse: {
      /** The result */
      data: components['schemas']['Theme'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    ThemeSummary: {
      /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Name of the theme. Such as Brand */
      name: string;
      /** What it is for, in your own words. Such as For the shop */
      description: string | null;
      /** Id of a palette. Such as pal_01h455vb4pex5vsknk084sn02q */
      palette_id: string;
      /** The workspace that it belongs to. Such as wsp_01h455vb4pex5vsknk084sn02q */
      workspace_id: string;
      /** A page that shows the theme; anyone with the link can open it. Such as /v1/themes/thm_01h455vb4pex5vsknk084sn02q/preview */
      preview_url: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
    };
    ThemeSummaryPage: {
      /** The records */
      items: components['schemas']['ThemeSummary'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    ThemeSummaryPageResponse: {
      /** The result */
      data: components['schemas']['ThemeSummaryPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    ThemesLinksData: {
      /** The records */
      items: components['schemas']['ShareLink'][];
    };
    ThemesLinksDataResponse: {
      /** The result */
      data: components['schemas']['ThemesLinksData'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    ThemesVersionsData: {
      /** The records */
      items: {
        /** Number of the version, from 1. Such as 1 */
        version: number;
        /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
        created_at: string;
      }[];
    };
    ThemesVersionsDataResponse: {
      /** The result */
      data: components['schemas']['ThemesVersionsData'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "name": "Ocean" } */
    UpdatePalette: {
      /** A name that people recognise; null: none. Such as Brand */
      name?: string | null;
      /** Free text. Such as For the shop */
      description?: string | null;
    };
    /** Such as { "name": "Deep ocean" } */
    UpdateTheme: {
      /** A name that people recognise; null: none. Such as Brand */
      name?: string;
      /** Free text. Such as For the shop */
      description?: string | null;
      /** Replaces the tokens; the roles are derived again. Such as { "primary": { "$type": "color", "$value": "#3b82f6" } } */
      tokens?: {
        [key: string]: unknown;
      };
      /** Whether colours that tokens set may be changed to make text on them readable. Such as false */
      adjust?: boolean;
      /** A scheme of Material 3 that the secondary, tertiary and neutral colours come from, instead of the palette; the primary colour stays as it is. Such as tonal_spot */
      scheme?:
        | 'tonal_spot'
        | 'vibrant'
        | 'expressive'
        | 'content'
        | 'fidelity'
        | 'neutral'
        | 'monochrome'
        | 'rainbow'
        | 'fruit_salad'
        | null;
      /** Earlier names of roles and tokens, each with its current name: `{"cta": "primary", "color.old": "color.brand"}`. Exports write both, the earlier one as a deprecated reference to the current one. Such as { "cta": "primary" } */
      renamed?: {
        [key: string]: string;
      } | null;
      /** How `tokens` of this request are read; nothing of it is stored */
      options?: {
        /** What becomes of a token that exports would name like another one, or like a role in a mode: a sentence names both, or the token gets a number, and references follow. Such as report */
        collisions?: 'report' | 'suffix';
        /** What becomes of tokens that can’t be resolved: the request is refused and names them all, or they are left out, which `warnings` says. Such as leave_out */
        unresolved?: 'error' | 'leave_out';
      };
    };
    /** Such as { "name": "Brand" } */
    UpdateWorkspace: {
      /** Unique in the organisation, ignoring case. Such as Brand */
      name: string;
    };
    Workspace: {
      /** Id of the workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Id of the organisation. Such as org_01h455vb4pex5vsknk084sn02q */
      org_id: string;
      /** Name of the workspace. Such as Design */
      name: string;
      /** Whether records that name no workspace belong to this one. Such as true */
      is_default: boolean;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
    };
    WorkspacePage: {
      /** The records */
      items: components['schemas']['Workspace'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    WorkspacePageResponse: {
      /** The result */
      data: components['schemas']['WorkspacePage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    WorkspaceResponse: {
      /** The result */
      data: components['schemas']['Workspace'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Account: {
      /** Id of the account. Such as acc_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** The address that you sign in with. Such as ada@example.com */
      email: string;
      /** True once a mail to the address has proved that it is yours. Such as true */
      email_verified: boolean;
      /** The address that waits for its proof; null: none. Such as ada@new.example */
      pending_email: string | null;
      /** What others see; null: not given. Such as Ada Lovelace */
      name: string | null;
      /** False: you sign in with passkeys only. Such as true */
      has_password: boolean;
      /** True: a password alone does not sign you in. Such as true */
      second_factor: boolean;
      /** True: an app shows codes for this account. Such as true */
      totp: boolean;
      /** How many recovery codes are left. Such as 10 */
      recovery_codes: number;
      /** Your passkeys, the oldest first */
      passkeys: components['schemas']['Passkey'][];
      /** Where you belong, and invitations for your verified address */
      organisations: components['schemas']['AccountOrganisation'][];
      /** True: ways in may be changed without proving again who you are. Such as true */
      proven: boolean;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    AccountOrganisation: {
      /** Id of the organisation. Such as org_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Its name. Such as Acme */
      name: string;
      /** What they may do. Such as editor */
      role: 'owner' | 'editor' | 'viewer';
      /** True: you join it by choosing it. Such as false */
      is_invitation: boolean;
      /** True: this session is in it. Such as true */
      current: boolean;
    };
    AccountResponse: {
      /** The result */
      data: components['schemas']['Account'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "scopes": [ "websites:read", "stats:read" ], "expires_at": "2027-01-31T00:00:00Z" } */
    ApproveDeviceLogin: {
      /** What the key is called; what the command line calls itself, if not given. Such as Build server */
      name?: string;
      /** What the key may do, which cannot exceed what you may. Such as [ "reports:read" ] */
      scopes: (
        | '*'
        | 'websites:read'
        | 'websites:write'
        | 'stats:read'
        | 'reports:read'
        | 'reports:write'
        | 'palettes:read'
        | 'palettes:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'themes:write'
        | 'workspaces:read'
        | 'workspaces:write'
        | 'keys:admin'
        | 'usage:read'
        | 'webhooks:write'
        | 'operators:read'
      )[];
      /** When the key expires, within a year. Such as 2099-01-01T00:00:00Z */
      expires_at: string;
    };
    Check: {
      /** What was examined. Such as mail */
      check: 'settings' | 'database' | 'clock' | 'redis' | 'mail' | 'disk' | 'versions' | 'safety';
      /** `warning`: it works and should be looked at; `failed`: it doesn’t work. Such as warning */
      status: 'ok' | 'warning' | 'failed';
      /** What was found, in the language of `Accept-Language`. Such as No mail server: e-mails are written to a folder. */
      message: string;
      /** What to do about it; null where all is well. Such as Set SMTP_URL and MAIL_FROM. */
      remedy: string | null;
    };
    ConfirmEmail: {
      /** From the fragment of the link in the mail. Such as kQ3vT9wQxY7bLm2PkQ3vT9wQxY7bLm2PkQ3vT9wQxYa */
      token: string;
    };
    ConfirmTotp: {
      /** Six digits of the app. Such as 492039 */
      code: string;
    };
    /** Such as { "name": "CI", "scopes": [ "websites:read", "stats:read" ] } */
    CreateKey: {
      /** What the key is for. Such as Build server */
      name: string;
      /** What the key may do, which cannot exceed the key that creates it. `*` for everything but `operators:read`. Such as [ "reports:read" ] */
      scopes: (
        | '*'
        | 'websites:read'
        | 'websites:write'
        | 'stats:read'
        | 'reports:read'
        | 'reports:write'
        | 'palettes:read'
        | 'palettes:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'themes:write'
        | 'workspaces:read'
        | 'workspaces:write'
        | 'keys:admin'
        | 'usage:read'
        | 'webhooks:write'
        | 'operators:read'
      )[];
      /** When the key expires, in ISO 8601. At the latest with the key that creates it, which is the default. Such as 2099-01-01T00:00:00Z */
      expires_at?: string;
      /** Addresses and CIDRs the key may be used from. Any address, if not given. Such as [ "192.0.2.0/24" ] */
      allowed_addresses?: string[];
      /** Requests a minute. At most that of the key that creates it, which is the default. Such as 600 */
      rate_limit_per_minute?: number;
    };
    CreateWebhook: {
      /** Where events are sent: a public http or https address. Redirects are not followed. Such as https://hooks.example.com/platform */
      url: string;
      /**
       * @description What to send; each needs its scopes as well. `report.generated` (`reports:read`): A report has a new result. `report.got_worse` (`reports:read`): A new result has a lower rating than the last one, or at least 5 points less. `export.completed` (`tokens:read`): The file of an export is ready: ask for the export's status to download it. `export.failed` (`tokens:read`): An export has failed. `website.spike` (`websites:read`, `stats:read`): The number of visits that an alert of the website sets began within an hour. Sent once a day. `website.drop` (`websites:read`, `stats:read`): A day had fewer visits than the same weekday usually has, by the per cent that an alert of the website sets. Sent once, after the day has ended. `website.silent` (`websites:read`, `stats:read`): Nobody came for the number of hours that an alert of the website sets, at a time when people usually do. `website.goal_reached` (`websites:read`, `stats:read`): A goal reached the number of conversions that an alert sets for a day or a month. Sent once per day or month. `key.revoked` (`keys:admin`): An API key was revoked. `quota.reached` (`usage:read`): The organisation has used 80 or 100 per cent of a monthly quota. Sent once a month for each.
       * @example [
       *       "report.generated",
       *       "export.completed"
       *     ]
       */
      events: (
        | 'report.generated'
        | 'report.got_worse'
        | 'export.completed'
        | 'export.failed'
        | 'website.spike'
        | 'website.drop'
        | 'website.silent'
        | 'website.goal_reached'
        | 'key.revoked'
        | 'quota.reached'
      )[];
      /** What the webhook is for. Such as Chat */
      description?: string | null;
    };
    Delivery: {
      /** Id of the delivery. Such as dlv_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
      webhook_id: string;
      /** The header `webhook-id` of the message. Such as evt_01h455vb4pex5vsknk084sn02q */
      event_id: string;
      /** The type of the event, or `webhook.ping`. Such as report.generated */
      type: string;
      /** `failed` after ten attempts in three days. Such as pending */
      status: 'pending' | 'delivered' | 'failed';
      /** When it is tried again; null: it isn’t. Such as 2026-11-22T09:30:00.000Z */
      next_attempt_at: string | null;
      /** When it arrived; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      delivered_at: string | null;
      /** Every attempt so far */
      attempts: {
        /** When. Such as 2026-11-22T09:30:00.000Z */
        at: string;
        /** Of the answer; null where there was none. Such as 200 */
        status: number | null;
        /** Why there was no answer; null if there was one. Such as timeout */
        error: string | null;
        /** How long the attempt took. Such as 120 */
        milliseconds: number;
      }[];
      /** The body of the message */
      payload: {
        /** The event. Such as report.generated */
        type: string;
        /** When it happened. Such as 2026-11-22T09:30:00.000Z */
        timestamp: string;
        /** About the event. Such as { "id": 7, "score": 87 } */
        data: {
          [key: string]: unknown;
        };
      };
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    DeliveryPage: {
      /** By day, key and area */
      items: components['schemas']['Delivery'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    DeliveryPageResponse: {
      /** The result */
      data: components['schemas']['DeliveryPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    DeliveryResponse: {
      /** The result */
      data: components['schemas']['Delivery'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    DeviceLogin: {
      /** The code that it shows. Such as BCDF-GHJK */
      code: string;
      /** What it calls itself, which may be a lie. Such as dap on laptop */
      client: string;
      /** Where it asks from. Such as 192.0.2.7 */
      address: string;
      /** False: it asks from another address than you, so it may be somebody else’s. Such as true */
      from_here: boolean;
      /** Whether it waits, or what you decided. Such as waiting */
      state: 'waiting' | 'approved' | 'denied';
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the code stops working. Such as 2099-01-01T00:00:00Z */
      expires_at: string;
    };
    DeviceLoginResponse: {
      /** The result */
      data: components['schemas']['DeviceLogin'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Examination: {
      /** The worst of all checks. Such as warning */
      status: 'ok' | 'warning' | 'failed';
      /** When the processes were asked. Such as 2026-11-22T09:30:00.000Z */
      checked_at: string;
      /** What was examined, each with what was found */
      checks: components['schemas']['Check'][];
    };
    ExaminationResponse: {
      /** The result */
      data: components['schemas']['Examination'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Instance: {
      /** The service. Such as reports */
      area: 'gateway' | 'analytics' | 'reports' | 'palette';
      /** Where the gateway reaches it; null: the gateway itself. Such as http://reports:8082 */
      address: string | null;
      /** `unavailable`: it answers and can’t serve; `unreachable`: it doesn’t answer within two seconds. Such as ok */
      status: 'ok' | 'degraded' | 'unavailable' | 'unreachable';
      /** The circuit breaker: `open` gets no requests while there are others; null: the gateway itself. Such as closed */
      circuit: 'closed' | 'half-open' | 'open' | null;
      /** Requests of this gateway that it hasn’t answered in full; null: the gateway itself. Such as 3 */
      pending: number | null;
      /** Dependencies that it needs and can’t use. Such as [ "database" ] */
      failing: string[];
      /** Dependencies that it manages without for the time being. Such as [ "writes" ] */
      degraded: string[];
      /** The platform’s version; null: not known. Such as 0.3.0 */
      version: string | null;
      /** The version of Node.js; null: not known. Such as 24.21.0 */
      node: string | null;
      /** The last migration of its database schema; null: not known. Such as 20261126_schema */
      schema: string | null;
      /** When the process started; null: not known. Such as 2026-11-22T09:30:00.000Z */
      started_at: string | null;
    };
    Invitation: {
      /** Id of the invitation. Such as mbr_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** `invited`. Such as invited */
      status: 'invited' | 'expired' | 'joined';
      /** The address that was invited, or that they sign in with. Such as ada@example.com */
      email: string;
      /** Null: nobody has joined yet. Such as Ada Lovelace */
      name: string | null;
      /** `owner` may do everything, `editor` all but manage keys and members, `viewer` only read. Such as editor */
      role: 'owner' | 'editor' | 'viewer';
      /** How they sign in: with an account here, or at the identity provider; null: not joined. Such as account */
      sign_in: 'account' | 'provider' | null;
      /** When the invitation ends; null: they have joined. Such as 2026-11-22T09:30:00.000Z */
      invited_until: string | null;
      /** When they joined; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      joined_at: string | null;
      /** When they last signed in; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_login_at: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** Whoever opens it can join; shown this once, and used up by joining. Such as https://stats.example.com/console/#invitation=kQ3v… */
      invitation_url: string;
      /** Whether the address was sent a link of its own; `off` without SMTP_URL. Such as sent */
      mail: 'sent' | 'failed' | 'off';
    };
    InvitationResponse: {
      /** The result */
      data: components['schemas']['Invitation'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    InviteMember: {
      /** Who is invited. Such as ada@example.com */
      email: string;
      /** `owner` may do everything, `editor` all but manage keys and members, `viewer` only read. Such as editor */
      role: 'owner' | 'editor' | 'viewer';
      /** Of the mail; that of `Accept-Language`, if not given. Such as de */
      language?: 'en' | 'de';
    };
    Key: {
      /** Id of the key. Such as key_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** What the key is for. Such as Build server */
      name: string;
      /** The last four characters of the key. Such as b0Km */
      last_four: string;
      /** What the key may do. Such as [ "reports:read" ] */
      scopes: (
        | '*'
        | 'websites:read'
        | 'websites:write'
        | 'stats:read'
        | 'reports:read'
        | 'reports:write'
        | 'palettes:read'
        | 'palettes:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'themes:write'
        | 'workspaces:read'
        | 'workspaces:write'
        | 'keys:admin'
        | 'usage:read'
        | 'webhooks:write'
        | 'operators:read'
      )[];
      /** Requests a minute; null: the platform’s limit. Such as 600 */
      rate_limit_per_minute: number | null;
      /** Addresses and CIDRs that may use the key; null: all. Such as [ "192.0.2.0/24" ] */
      allowed_addresses: string[] | null;
      /** When the key stops working; null: never. Such as 2099-01-01T00:00:00Z */
      expires_at: string | null;
      /** When it was revoked; null: it is valid. Such as 2026-11-22T09:30:00.000Z */
      revoked_at: string | null;
      /** The key that it replaced; null: none. Such as key_01h455vb4pex5vsknk084sn02q */
      replaces: string | null;
      /** When it was last used; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_used_at: string | null;
      /** Where it was last used from; null: never used. Such as 192.0.2.7 */
      last_used_address: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    KeyEvent: {
      /** Id of the event. Such as kev_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Id of the key that was changed. Such as key_01h455vb4pex5vsknk084sn02q */
      key_id: string;
      /** What was done. Such as created */
      action: 'created' | 'revoked' | 'rotated';
      /** Id of the key or member that made the change, or `cli` for an operator. Such as key_01h455vb4pex5vsknk084sn02q */
      actor: string;
      /** Where the request came from; null: the command line. Such as 192.0.2.7 */
      address: string | null;
      /** The request; null: the command line. Such as 6f1c0b52 */
      request_id: string | null;
      /** Scopes, limits, expiry or grace period, by action. Such as { "scopes": [ "reports:read" ] } */
      details: {
        [key: string]: unknown;
      };
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    KeyEventPage: {
      /** By day, key and area */
      items: components['schemas']['KeyEvent'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    KeyEventPageResponse: {
      /** The result */
      data: components['schemas']['KeyEventPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    KeyPage: {
      /** By day, key and area */
      items: components['schemas']['Key'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    KeyPageResponse: {
      /** The result */
      data: components['schemas']['KeyPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    KeyResponse: {
      /** The result */
      data: components['schemas']['Key'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Member: {
      /** Id of the member. Such as mbr_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Whether they have joined, are invited, or let the invitation expire. Such as joined */
      status: 'invited' | 'expired' | 'joined';
      /** The address that was invited, or that they sign in with. Such as ada@example.com */
      email: string;
      /** What they call themselves, or the identity provider them; null: not known. Such as Ada Lovelace */
      name: string | null;
      /** `owner` may do everything, `editor` all but manage keys and members, `viewer` only read. Such as editor */
      role: 'owner' | 'editor' | 'viewer';
      /** How they sign in: with an account here, or at the identity provider; null: not joined. Such as account */
      sign_in: 'account' | 'provider' | null;
      /** When the invitation ends; null: they have joined. Such as 2026-11-22T09:30:00.000Z */
      invited_until: string | null;
      /** When they joined; null: not yet. Such as 2026-11-22T09:30:00.000Z */
      joined_at: string | null;
      /** When they last signed in; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_login_at: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    MemberEvent: {
      /** Id of the event. Such as 17 */
      id: string;
      /** Id of the member. Such as key_01h455vb4pex5vsknk084sn02q */
      key_id: string;
      /** What was done. Such as member_invited */
      action:
        | 'member_invited'
        | 'member_invited_again'
        | 'member_joined'
        | 'member_changed'
        | 'member_address_changed'
        | 'member_removed'
        | 'member_reset_link';
      /** Id of the key or member that made the change. Such as key_01h455vb4pex5vsknk084sn02q */
      actor: string;
      /** Where the request came from; null: the command line. Such as 192.0.2.7 */
      address: string | null;
      /** The request; null: a sign-in. Such as 6f1c0b52 */
      request_id: string | null;
      /** Address and role, by action. Such as { "role": "editor" } */
      details: {
        [key: string]: unknown;
      };
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
    };
    MemberEventPage: {
      /** By day, key and area */
      items: components['schemas']['MemberEvent'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    MemberEventPageResponse: {
      /** The result */
      data: components['schemas']['MemberEventPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    MemberPage: {
      /** By day, key and area */
      items: components['schemas']['Member'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    MemberPageResponse: {
      /** The result */
      data: components['schemas']['MemberPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    MemberResponse: {
      /** The result */
      data: components['schemas']['Member'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    NewEmail: {
      /** The address that you want to sign in with. Such as ada@example.com */
      email: string;
    };
    NewKey: {
      /** Id of the key. Such as key_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** What the key is for. Such as Build server */
      name: string;
      /** The last four characters of the key. Such as b0Km */
      last_four: string;
      /** What the key may do. Such as [ "reports:read" ] */
      scopes: (
        | '*'
        | 'websites:read'
        | 'websites:write'
        | 'stats:read'
        | 'reports:read'
        | 'reports:write'
        | 'palettes:read'
        | 'palettes:write'
        | 'tokens:read'
        | 'tokens:write'
        | 'themes:write'
        | 'workspaces:read'
        | 'workspaces:write'
        | 'keys:admin'
        | 'usage:read'
        | 'webhooks:write'
        | 'operators:read'
      )[];
      /** Requests a minute; null: the platform’s limit. Such as 600 */
      rate_limit_per_minute: number | null;
      /** Addresses and CIDRs that may use the key; null: all. Such as [ "192.0.2.0/24" ] */
      allowed_addresses: string[] | null;
      /** When the key stops working; null: never. Such as 2099-01-01T00:00:00Z */
      expires_at: string | null;
      /** When it was revoked; null: it is valid. Such as 2026-11-22T09:30:00.000Z */
      revoked_at: string | null;
      /** The key that it replaced; null: none. Such as key_01h455vb4pex5vsknk084sn02q */
      replaces: string | null;
      /** When it was last used; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_used_at: string | null;
      /** Where it was last used from; null: never used. Such as 192.0.2.7 */
      last_used_address: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** The key itself; shown this once. Such as dak_… */
      key: string;
    };
    NewKeyResponse: {
      /** The result */
      data: components['schemas']['NewKey'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    NewPasskey: {
      /** From the answer with the options. Such as eyJhbGciOiJkaXIi… */
      attempt: string;
      /** What the browser made of the options, in the JSON of WebAuthn (PublicKeyCredential.toJSON). Such as { "id": "pVJ…", "rawId": "pVJ…", "type": "public-key", "response": { "clientDataJSON": "eyJ…" } } */
      passkey: {
        [key: string]: unknown;
      };
      /** Where it is kept. Such as Laptop */
      name?: string;
    };
    NewPassword: {
      /** At least 12 characters that are not easily guessed. Such as correct horse battery staple */
      password: string;
    };
    NewWebhook: {
      /** Identifies the record. Such as whk_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Where events are sent: a public http or https address. Redirects are not followed. Such as https://hooks.example.com/platform */
      url: string;
      /** The events that are sent. Such as [ "report.generated" ] */
      events: string[];
      /** What it is for. Such as Notifies the team */
      description: string | null;
      /** False while nothing is sent. Such as true */
      enabled: boolean;
      /** When it was switched off; null: it is on. Such as 2026-11-22T09:30:00.000Z */
      disabled_at: string | null;
      /** Why nothing is sent: switched off by you, or by us because every delivery failed for three days. Such as failing */
      disabled_reason: string | null;
      /** When the first attempt since the last success failed. Such as 2026-11-22T09:30:00.000Z */
      failing_since: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
      /** Signs the messages (Standard Webhooks 1.0). It is only shown in this answer. Such as whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw */
      secret: string;
    };
    NewWebhookResponse: {
      /** The result */
      data: components['schemas']['NewWebhook'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Passkey: {
      /** Id of the passkey. Such as psk_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Where it is kept. Such as Laptop */
      name: string;
      /** True: its owner has it on several devices. Such as true */
      is_synced: boolean;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it last signed in; null: never. Such as 2026-11-22T09:30:00.000Z */
      last_used_at: string | null;
    };
    PasskeyRequest: {
      /** For `navigator.credentials`, in the JSON of WebAuthn. Such as { "challenge": "kQ3v…" } */
      options: {
        [key: string]: unknown;
      };
      /** To be sent back with the answer, within ten minutes. Such as eyJhbGciOiJkaXIi… */
      attempt: string;
    };
    PasskeyRequestResponse: {
      /** The result */
      data: components['schemas']['PasskeyRequest'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    PasskeyResponse: {
      /** The result */
      data: components['schemas']['Passkey'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    PlatformStatus: {
      /** `down`: nobody serves one of the areas; `degraded`: something isn’t quite right, or a queue has no worker. Such as ok */
      status: 'ok' | 'degraded' | 'down';
      /** When the processes were asked. Such as 2026-11-22T09:30:00.000Z */
      checked_at: string;
      /** The gateway that answers, and every instance of the services */
      instances: components['schemas']['Instance'][];
      /** Work waiting to be done in the background */
      queues: components['schemas']['Queue'][];
    };
    PlatformStatusResponse: {
      /** The result */
      data: components['schemas']['PlatformStatus'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "password": "correct horse battery staple" } */
    Proof: {
      /** Your password. Such as correct horse battery staple */
      password?: string;
      /** From the answer with the options. Such as eyJhbGciOiJkaXIi… */
      attempt?: string;
      /** What the browser made of the options, in the JSON of WebAuthn (PublicKeyCredential.toJSON). Such as { "id": "pVJ…", "rawId": "pVJ…", "type": "public-key", "response": { "clientDataJSON": "eyJ…" } } */
      passkey?: {
        [key: string]: unknown;
      };
    };
    Queue: {
      /** Whose queue it is. Such as palette */
      area: 'gateway' | 'analytics' | 'reports' | 'palette';
      /** The queue. Such as exports */
      name: string;
      /** Jobs that could be done now; null: nobody can read the queue. Such as 12 */
      waiting: number | null;
      /** Jobs under way; null: nobody can read the queue. Such as 2 */
      active: number | null;
      /** Jobs scheduled for later, such as a retry; null: nobody can read the queue. Such as 1 */
      delayed: number | null;
      /** The processes that do the jobs; null: the queue’s server doesn’t say. Such as [ { "version": "0.3.0", "node": "24.21.0" } ] */
      workers: components['schemas']['Worker'][] | null;
    };
    RecoveryCodes: {
      /** Each signs in once in the place of a code of the app. Such as [ "k3vq-9fzt-2hxd-mw7p" ] */
      codes: string[];
    };
    RecoveryCodesResponse: {
      /** The result */
      data: components['schemas']['RecoveryCodes'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    RenamePasskey: {
      /** Where it is kept. Such as Laptop */
      name: string;
    };
    ResetLink: {
      /** Lets whoever opens it set a new password. The secret is in the fragment. Such as https://stats.example.com/console/#reset=kQ3v… */
      url: string;
      /** When the key stops working; null: never. Such as 2099-01-01T00:00:00Z */
      expires_at: string;
    };
    ResetLinkResponse: {
      /** The result */
      data: components['schemas']['ResetLink'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    /** Such as { "grace_seconds": 3600 } */
    RotateKey: {
      /** How long the old key keeps working. Such as 86400 */
      grace_seconds?: number;
    };
    RotateSecret: {
      /** How long messages also carry a signature by the old secret. Such as 86400 */
      grace_seconds?: number;
    };
    Session: {
      /** Id of the session. Such as ses_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** The key that the session belongs to. Such as key_01h455vb4pex5vsknk084sn02q */
      key_id: string | null;
      /** The member whose session it is. Such as mbr_01h455vb4pex5vsknk084sn02q */
      member_id: string | null;
      /** Where it was started. Such as 192.0.2.7 */
      address: string | null;
      /** The browser that started it; null: it didn’t say. Such as Mozilla/5.0 */
      user_agent: string | null;
      /** Browser and system, as far as they can be told; null: they can’t. Such as Firefox on Windows */
      device: string | null;
      /** The organisation that it is in. Such as org_01h455vb4pex5vsknk084sn02q */
      organisation: string;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When it was last used, to the minute; null: not since it was started. Such as 2026-11-22T09:30:00.000Z */
      last_seen_at: string | null;
      /** When the key stops working; null: never. Such as 2099-01-01T00:00:00Z */
      expires_at: string;
      /** True for the session that made this request. Such as true */
      current: boolean;
    };
    SessionPage: {
      /** By day, key and area */
      items: components['schemas']['Session'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    SessionPageResponse: {
      /** The result */
      data: components['schemas']['SessionPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    SessionsEndAllData: {
      /** How many sessions ended. Such as 2 */
      ended: number;
    };
    SessionsEndAllDataResponse: {
      /** The result */
      data: components['schemas']['SessionsEndAllData'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    SignInLink: {
      /** Opens the console, signed in. The code is in the fragment. Such as https://stats.example.com/console/#sign-in=kQ3v… */
      url: string;
      /** For `POST /console/session`, once. Such as kQ3v… */
      code: string;
      /** When the key stops working; null: never. Such as 2099-01-01T00:00:00Z */
      expires_at: string;
    };
    SignInLinkResponse: {
      /** The result */
      data: components['schemas']['SignInLink'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Totp: {
      /** For the app, in base32; shown this once. Such as JBSWY3DPEHPK3PXP */
      secret: string;
      /** The same as an address, for a QR code. Such as otpauth://totp/stats.example.com:ada?secret=JBSWY3DPEHPK3PXP */
      uri: string;
    };
    TotpResponse: {
      /** The result */
      data: components['schemas']['Totp'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    UpdateAccount: {
      /** What others see. Such as Ada Lovelace */
      name: string | null;
    };
    UpdateMember: {
      /** `owner` may do everything, `editor` all but manage keys and members, `viewer` only read. Such as editor */
      role: 'owner' | 'editor' | 'viewer';
    };
    UpdateWebhook: {
      /** Where events are sent: a public http or https address. Redirects are not followed. Such as https://hooks.example.com/platform */
      url?: string;
      /**
       * @description What to send; each needs its scopes as well. `report.generated` (`reports:read`): A report has a new result. `report.got_worse` (`reports:read`): A new result has a lower rating than the last one, or at least 5 points less. `export.completed` (`tokens:read`): The file of an export is ready: ask for the export's status to download it. `export.failed` (`tokens:read`): An export has failed. `website.spike` (`websites:read`, `stats:read`): The number of visits that an alert of the website sets began within an hour. Sent once a day. `website.drop` (`websites:read`, `stats:read`): A day had fewer visits than the same weekday usually has, by the per cent that an alert of the website sets. Sent once, after the day has ended. `website.silent` (`websites:read`, `stats:read`): Nobody came for the number of hours that an alert of the website sets, at a time when people usually do. `website.goal_reached` (`websites:read`, `stats:read`): A goal reached the number of conversions that an alert sets for a day or a month. Sent once per day or month. `key.revoked` (`keys:admin`): An API key was revoked. `quota.reached` (`usage:read`): The organisation has used 80 or 100 per cent of a monthly quota. Sent once a month for each.
       * @example [
       *       "report.generated",
       *       "export.completed"
       *     ]
       */
      events?: (
        | 'report.generated'
        | 'report.got_worse'
        | 'export.completed'
        | 'export.failed'
        | 'website.spike'
        | 'website.drop'
        | 'website.silent'
        | 'website.goal_reached'
        | 'key.revoked'
        | 'quota.reached'
      )[];
      /** What the webhook is for. Such as Chat */
      description?: string | null;
      /** False stops deliveries; true resumes them, even after the webhook was switched off. Such as true */
      enabled?: boolean;
    };
    UsageListData: {
      /** The first day (UTC). Such as 2026-11-01 */
      from: string;
      /** The last day (UTC). Such as 2026-11-21 */
      to: string;
      /** All days together */
      total: {
        /** Requests. Such as 1204 */
        requests: number;
        /** Events that were accepted. Such as 341 */
        events: number;
        /** Reports that were generated. Such as 12 */
        reports: number;
        /** Exports that were created. Such as 3 */
        exports: number;
      };
      /** What the organisation may use in a month */
      quotas: {
        /** What is counted. Such as requests */
        unit: 'requests' | 'events' | 'reports' | 'exports';
        /** How much the organisation may use in a month. Such as 10000 */
        quota: number;
        /** So far this month. Such as 1204 */
        used: number;
        /** The month. Such as 2026-11 */
        month: string;
        /** When 80 and 100 per cent were used */
        reached: {
          /** Percent of the quota. Such as 80 */
          percent: number;
          /** When. Such as 2026-11-22T09:30:00.000Z */
          at: string;
        }[];
      }[];
      /** By day, key and area */
      items: {
        /** The day (UTC). Such as 2026-11-20 */
        day: string;
        /** Id of the key. Such as key_01h455vb4pex5vsknk084sn02q */
        key_id: string;
        /** The part of the API. Such as analytics */
        area: 'analytics' | 'reports' | 'palette' | 'gateway';
        /** Requests. Such as 1204 */
        requests: number;
        /** Events that were accepted. Such as 341 */
        events: number;
        /** Reports that were generated. Such as 12 */
        reports: number;
        /** Exports that were created. Such as 3 */
        exports: number;
      }[];
    };
    UsageListDataResponse: {
      /** The result */
      data: components['schemas']['UsageListData'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Webhook: {
      /** Identifies the record. Such as whk_01h455vb4pex5vsknk084sn02q */
      id: string;
      /** Where events are sent: a public http or https address. Redirects are not followed. Such as https://hooks.example.com/platform */
      url: string;
      /** The events that are sent. Such as [ "report.generated" ] */
      events: string[];
      /** What it is for. Such as Notifies the team */
      description: string | null;
      /** False while nothing is sent. Such as true */
      enabled: boolean;
      /** When it was switched off; null: it is on. Such as 2026-11-22T09:30:00.000Z */
      disabled_at: string | null;
      /** Why nothing is sent: switched off by you, or by us because every delivery failed for three days. Such as failing */
      disabled_reason: string | null;
      /** When the first attempt since the last success failed. Such as 2026-11-22T09:30:00.000Z */
      failing_since: string | null;
      /** When the record was created. Such as 2026-11-22T09:30:00.000Z */
      created_at: string;
      /** When the record was last changed. Such as 2026-11-22T09:30:00.000Z */
      updated_at: string;
    };
    WebhookPage: {
      /** By day, key and area */
      items: components['schemas']['Webhook'][];
      /** `cursor` of the next page; absent on the last one. Such as eyJpZCI6… */
      next_cursor?: string;
    };
    WebhookPageResponse: {
      /** The result */
      data: components['schemas']['WebhookPage'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    WebhookResponse: {
      /** The result */
      data: components['schemas']['Webhook'];
      /** About the answer */
      meta: components['schemas']['Meta'];
    };
    Worker: {
      /** The platform’s version; null: not known. Such as 0.3.0 */
      version: string | null;
      /** The version of Node.js; null: not known. Such as 24.21.0 */
      node: string | null;
    };
  };
  responses: {
    Problem: { content: { 'application/json': components['schemas']['Problem']; }; };
    PlausibleProblem: { content: { 'application/json': components['schemas']['PlausibleProblem']; }; };
    EnvelopeProblem: { content: { 'application/json': components['schemas']['EnvelopeProblem']; }; };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  'websites.places': {
    responses: {
      /** The database */
      200: { content: { 'application/json': components['schemas']['PlacesResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.showDefaults': {
    responses: {
      /** The defaults */
      200: { content: { 'application/json': components['schemas']['WebsiteDefaultsResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.updateDefaults': {
    requestBody?: {
      content: {
        /** Such as { "email_recipients": "ada@example.com\ngrace@example.com" } */
        'application/json': components['schemas']['UpdateWebsiteDefaults'];
      };
    };
    responses: {
      /** The updated defaults */
      200: { content: { 'application/json': components['schemas']['WebsiteDefaultsResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.list': {
    parameters: {
      query?: {
        /** Lists only records that contain this text; case is ignored. Such as example */
        search?: string;
        /** The field that is searched. Such as domain */
        search_by?: 'domain';
        /** What the list is sorted by. Such as id */
        sort_by?: 'id' | 'domain';
        /** What rows are sorted by. Such as desc */
        sort?: 'desc' | 'asc';
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
    };
    responses: {
      /** A page of websites */
      200: { content: { 'application/json': components['schemas']['WebsiteList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.create': {
    requestBody: {
      content: {
        /** Such as { "domain": "shop.example", "privacy": 0, "exclude_params": "utm_*" } */
        'application/json': components['schemas']['CreateWebsite'];
      };
    };
    responses: {
      /** The new website */
      201: { content: { 'application/json': components['schemas']['WebsiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.show': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The website */
      200: { content: { 'application/json': components['schemas']['WebsiteResponse']; }; };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['Problem'];
    };
  };
  'websites.replace': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "email": 1, "exclude_ips": "10.0.0.0/8" } */
        'application/json': components['schemas']['UpdateWebsite'];
      };
    };
    responses: {
      /** The website as it is now */
      200: { content: { 'application/json': components['schemas']['WebsiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "email": 1, "exclude_ips": "10.0.0.0/8" } */
        'application/json': components['schemas']['UpdateWebsite'];
      };
    };
    responses: {
      /** The website as it is now */
      200: { content: { 'application/json': components['schemas']['WebsiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.move': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "domain": "new-name.example" } */
        'application/json': components['schemas']['MoveWebsite'];
      };
    };
    responses: {
      /** The website as it is now */
      200: { content: { 'application/json': components['schemas']['WebsiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.makeServerKey': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The new key */
      201: { content: { 'application/json': components['schemas']['ServerKeyResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.endServerKey': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'events.send': {
    requestBody: {
      content: {
        /** Such as { "events": [ { "site_key": "V1StGXR8_Z5jdHi6", "name": "pageview", "url": "https://shop.example/" } ] } */
        'application/json': components['schemas']['SendEvents'];
      };
    };
    responses: {
      /** How many were stored, and why others were not */
      200: { content: { 'application/json': components['schemas']['SentEventsResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.exclusions.preview': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "exclude_params": "utm_*" } */
        'application/json': components['schemas']['PreviewExclusions'];
      };
    };
    responses: {
      /** What would be merged */
      200: { content: { 'application/json': components['schemas']['ExclusionsPreviewResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.exclusions.test': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "url": "https://shop.example/order/4711?utm_source=news", "page_rules": "/order/* => /order" } */
        'application/json': components['schemas']['TestStorage'];
      };
    };
    responses: {
      /** What would be stored */
      200: { content: { 'application/json': components['schemas']['StorageTestResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.drops': {
    parameters: {
      query?: {
        /** First day in the website's time zone; default: 29 days before `to`. Such as 2026-11-01 */
        from?: string;
        /** Last day; default: today. Such as 2026-11-21 */
        to?: string;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** By day and reason */
      200: { content: { 'application/json': components['schemas']['DropsResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'plausible.aggregate': {
    parameters: {
      query: {
        /** The website’s domain. Such as shop.example */
        site_id: string;
        /** day, 7d, 28d, 30d, 91d, month, 6mo, 12mo, year, all or custom. Such as 30d */
        period?: string;
        /** The day that the period ends on; for custom: the first and last day, separated by a comma. Such as 2026-11-21 */
        date?: string;
        /** Separated by commas: visitors,bounce_rate. Such as visitors */
        metrics?: string;
        /** visit:source==Google;event:page==/blog/**|/docs. Such as visit:country==DE */
        filters?: string;
        /** Adds the change in percent. Such as previous_period */
        compare?: 'previous_period';
      };
    };
    responses: {
      /** The sums */
      200: { content: { 'application/json': components['schemas']['PlausibleAggregateDataResponse']; }; };
      default: components['responses']['PlausibleProblem'];
    };
  };
  'plausible.timeseries': {
    parameters: {
      query: {
        /** The website’s domain. Such as shop.example */
        site_id: string;
        /** day, 7d, 28d, 30d, 91d, month, 6mo, 12mo, year, all or custom. Such as 30d */
        period?: string;
        /** The day that the period ends on; for custom: the first and last day, separated by a comma. Such as 2026-11-21 */
        date?: string;
        /** Separated by commas: visitors,bounce_rate. Such as visitors */
        metrics?: string;
        /** visit:source==Google;event:page==/blog/**|/docs. Such as visit:country==DE */
        filters?: string;
        /** Days unless told; hours of a single day, months of 6mo and 12mo. Such as date */
        interval?: 'hour' | 'day' | 'date' | 'week' | 'month';
      };
    };
    responses: {
      /** The rows */
      200: { content: { 'application/json': components['schemas']['PlausibleTimeseriesDataResponse']; }; };
      default: components['responses']['PlausibleProblem'];
    };
  };
  'plausible.breakdown': {
    parameters: {
      query: {
        /** The website’s domain. Such as shop.example */
        site_id: string;
        /** day, 7d, 28d, 30d, 91d, month, 6mo, 12mo, year, all or custom. Such as 30d */
        period?: string;
        /** The day that the period ends on; for custom: the first and last day, separated by a comma. Such as 2026-11-21 */
        date?: string;
        /** Separated by commas: visitors,bounce_rate. Such as visitors */
        metrics?: string;
        /** visit:source==Google;event:page==/blog/**|/docs. Such as visit:country==DE */
        filters?: string;
        /** event:page, visit:source, … Such as event:page */
        property: string;
        /** The most records in an answer. Such as 20 */
        limit?: number;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
    };
    responses: {
      /** The rows */
      200: { content: { 'application/json': components['schemas']['PlausibleBreakdownDataResponse']; }; };
      default: components['responses']['PlausibleProblem'];
    };
  };
  'plausible.visitors': {
    parameters: {
      query: {
        /** The website’s domain. Such as shop.example */
        site_id: string;
      };
    };
    responses: {
      /** A number */
      200: { content: { 'application/json': components['schemas']['PlausibleVisitorsDataResponse']; }; };
      default: components['responses']['PlausibleProblem'];
    };
  };
  'plausible.query': {
    requestBody: {
      content: {
        /** Such as { "site_id": "shop.example", "metrics": [ "visitors", "bounce_rate" ], "date_range": "7d", "dimensions": [ "visit:country" ] } */
        'application/json': components['schemas']['PlausibleQuery'];
      };
    };
    responses: {
      /** The rows */
      200: { content: { 'application/json': components['schemas']['PlausibleQueryDataResponse']; }; };
      default: components['responses']['PlausibleProblem'];
    };
  };
  'stats.overview': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Part of the domain. Such as example */
        search?: string;
        /** What the list is sorted by. Such as id */
        sort_by?: 'visitors' | 'visits' | 'pageviews' | 'domain' | 'id';
        /** What rows are sorted by. Such as desc */
        sort?: 'desc' | 'asc';
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
    };
    responses: {
      /** A page of websites */
      200: { content: { 'application/json': components['schemas']['WebsiteOverviewList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.rollup': {
    requestBody: {
      content: {
        /** Such as { "websites": [ 1, 2 ], "metrics": [ "visitors", "pageviews" ], "dimensions": [ "page" ], "date_range": "7d" } */
        'application/json': components['schemas']['RollupQuery'];
      };
    };
    responses: {
      /** Rows of metrics */
      200: {
        content: {
          'application/json': components['schemas']['RollupRowsResponse'];
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  'stats.rollupRealtime': {
    parameters: {
      query?: {
        /** Id of a group, in the place of `websites`. Such as 3 */
        group?: number;
        /** Ids of websites with commas between them, at most 100; all of the organisation’s by default. Such as 1,2 */
        websites?: string;
      };
    };
    responses: {
      /** The last 5 and 30 minutes */
      200: { content: { 'application/json': components['schemas']['RollupLiveResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.list': {
    responses: {
      /** The groups */
      200: { content: { 'application/json': components['schemas']['GroupList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.create': {
    requestBody: {
      content: {
        /** Such as { "name": "Shops", "websites": [ 1, 2 ] } */
        'application/json': components['schemas']['CreateGroup'];
      };
    };
    responses: {
      /** The group */
      201: { content: { 'application/json': components['schemas']['GroupResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.show': {
    parameters: {
      path: {
        /** Id of the group. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The group */
      200: { content: { 'application/json': components['schemas']['GroupResponse']; }; };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['Problem'];
    };
  };
  'groups.replace': {
    parameters: {
      path: {
        /** Id of the group. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Shops" } */
        'application/json': components['schemas']['UpdateGroup'];
      };
    };
    responses: {
      /** The group as it is now */
      200: { content: { 'application/json': components['schemas']['GroupResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.delete': {
    parameters: {
      path: {
        /** Id of the group. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.update': {
    parameters: {
      path: {
        /** Id of the group. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Shops" } */
        'application/json': components['schemas']['UpdateGroup'];
      };
    };
    responses: {
      /** The group as it is now */
      200: { content: { 'application/json': components['schemas']['GroupResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.links.list': {
    parameters: {
      query?: {
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the group. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Links that have not expired */
      200: { content: { 'application/json': components['schemas']['PageLinkList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.links.create': {
    parameters: {
      path: {
        /** Id of the group. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Agency" } */
        'application/json': components['schemas']['CreatePageLink'];
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['PageLinkResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'groups.links.delete': {
    parameters: {
      path: {
        /** Id of the group. Such as 7 */
        id: number;
        /** Id of the link. Such as 7 */
        link: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.list': {
    parameters: {
      query: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
        /** The property. Such as browser */
        name:
          | 'browser'
          | 'campaign'
          | 'city'
          | 'continent'
          | 'country'
          | 'device'
          | 'event'
          | 'landing_page'
          | 'language'
          | 'os'
          | 'page'
          | 'pageviews'
          | 'pageviews_hour'
          | 'referrer'
          | 'resolution'
          | 'visitors'
          | 'visitors_hour';
        /** Lists only records that contain this text; case is ignored. Such as example */
        search?: string;
        /** The field that is searched. Such as value */
        search_by?: 'value';
        /** What the list is sorted by. Such as count */
        sort_by?: 'count' | 'value';
        /** What rows are sorted by. Such as desc */
        sort?: 'desc' | 'asc';
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Values and their counts */
      200: {
        content: {
          'application/json': components['schemas']['ValueCountList'];
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  'stats.query': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "metrics": [ "visitors", "bounce_rate" ], "dimensions": [ "page" ], "date_range": "7d" } */
        'application/json': components['schemas']['StatsQuery'];
      };
    };
    responses: {
      /** Rows of metrics */
      200: {
        content: {
          'application/json': components['schemas']['StatsRowsResponse'];
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  'stats.realtime': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The last 5 and 30 minutes */
      200: {
        content: {
          'application/json': components['schemas']['LiveStatsResponse'];
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  'stats.properties': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Names and their events */
      200: { content: { 'application/json': components['schemas']['ValueCountList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.events': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The events */
      200: { content: { 'application/x-ndjson': string; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.vitals': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
        /** What the rows are: pages, or kinds of device. Such as page */
        dimension?: 'page' | 'device';
        /** Only views of this page, as the statistics name it. Such as /pricing */
        page?: string;
        /** Only views on this kind of device. Such as mobile */
        device?: string;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Percentiles and their ratings */
      200: { content: { 'application/json': components['schemas']['VitalsResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.goals.list': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The goals */
      200: { content: { 'application/json': components['schemas']['GoalList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.goals.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "name": "Orders", "type": "page", "pattern": "/thanks*" } */
        'application/json': components['schemas']['CreateGoal'];
      };
    };
    responses: {
      /** The goal */
      201: { content: { 'application/json': components['schemas']['GoalResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.goals.show': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
        /** Splits the conversions by it. Such as country */
        dimension?:
          | 'channel'
          | 'referrer'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'utm_term'
          | 'utm_content'
          | 'page'
          | 'entry_page'
          | 'exit_page'
          | 'country'
          | 'region'
          | 'city'
          | 'browser'
          | 'browser_version'
          | 'os'
          | 'os_version'
          | 'device'
          | 'screen'
          | 'language'
          | 'event';
        /** Splits the conversions by day or by month. Such as month */
        interval?: 'day' | 'month';
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the goal. Such as 7 */
        goal: number;
      };
    };
    responses: {
      /** The goal */
      200: { content: { 'application/json': components['schemas']['GoalResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.goals.replace': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the goal. Such as 7 */
        goal: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Orders" } */
        'application/json': components['schemas']['UpdateGoal'];
      };
    };
    responses: {
      /** The goal as it is now */
      200: { content: { 'application/json': components['schemas']['GoalResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.goals.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the goal. Such as 7 */
        goal: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.goals.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the goal. Such as 7 */
        goal: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Orders" } */
        'application/json': components['schemas']['UpdateGoal'];
      };
    };
    responses: {
      /** The goal as it is now */
      200: { content: { 'application/json': components['schemas']['GoalResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.funnels.list': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The funnels */
      200: { content: { 'application/json': components['schemas']['FunnelList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.funnels.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "name": "Spring campaign", "steps": [ { "type": "page", "pattern": "/cart" }, { "type": "page", "pattern": "/thanks*" } ] } */
        'application/json': components['schemas']['CreateFunnel'];
      };
    };
    responses: {
      /** The funnel */
      201: { content: { 'application/json': components['schemas']['FunnelResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.funnels.show': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the funnel. Such as 7 */
        funnel: number;
      };
    };
    responses: {
      /** The funnel */
      200: { content: { 'application/json': components['schemas']['FunnelResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.funnels.replace': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the funnel. Such as 7 */
        funnel: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Spring campaign" } */
        'application/json': components['schemas']['UpdateFunnel'];
      };
    };
    responses: {
      /** The funnel as it is now */
      200: { content: { 'application/json': components['schemas']['FunnelResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.funnels.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the funnel. Such as 7 */
        funnel: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.funnels.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the funnel. Such as 7 */
        funnel: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Spring campaign" } */
        'application/json': components['schemas']['UpdateFunnel'];
      };
    };
    responses: {
      /** The funnel as it is now */
      200: { content: { 'application/json': components['schemas']['FunnelResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.journeys': {
    parameters: {
      query: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
        /** The page as the statistics name it: `/pricing`. Such as /pricing */
        page: string;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The paths through the page */
      200: { content: { 'application/json': components['schemas']['JourneysResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.segments.list': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The segments */
      200: { content: { 'application/json': components['schemas']['SegmentList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.segments.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "name": "Readers of the blog", "filters": [ { "dimension": "page", "operator": "matches", "values": [ "/blog/*" ] }, { "dimension": "country", "operator": "is_not", "values": [ "US" ] } ] } */
        'application/json': components['schemas']['CreateSegment'];
      };
    };
    responses: {
      /** The segment */
      201: { content: { 'application/json': components['schemas']['SegmentResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.segments.show': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the segment. Such as 7 */
        segment: number;
      };
    };
    responses: {
      /** The segment */
      200: { content: { 'application/json': components['schemas']['SegmentResponse']; }; };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['Problem'];
    };
  };
  'websites.segments.replace': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the segment. Such as 7 */
        segment: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Spring campaign" } */
        'application/json': components['schemas']['UpdateSegment'];
      };
    };
    responses: {
      /** The segment as it is now */
      200: { content: { 'application/json': components['schemas']['SegmentResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.segments.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the segment. Such as 7 */
        segment: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.segments.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the segment. Such as 7 */
        segment: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Spring campaign" } */
        'application/json': components['schemas']['UpdateSegment'];
      };
    };
    responses: {
      /** The segment as it is now */
      200: { content: { 'application/json': components['schemas']['SegmentResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.annotations.list': {
    parameters: {
      query?: {
        /** Only annotations of this kind. Such as note */
        kind?: 'note' | 'deployment' | 'fix';
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The annotations */
      200: { content: { 'application/json': components['schemas']['AnnotationList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.annotations.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "text": "Release 2.0", "url": "https://shop.example/releases/2.0" } */
        'application/json': components['schemas']['CreateAnnotation'];
      };
    };
    responses: {
      /** The annotation */
      201: { content: { 'application/json': components['schemas']['AnnotationResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.annotations.show': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the annotation. Such as 7 */
        annotation: number;
      };
    };
    responses: {
      /** The annotation */
      200: { content: { 'application/json': components['schemas']['AnnotationResponse']; }; };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['Problem'];
    };
  };
  'websites.annotations.replace': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the annotation. Such as 7 */
        annotation: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "kind": "note" } */
        'application/json': components['schemas']['UpdateAnnotation'];
      };
    };
    responses: {
      /** The annotation as it is now */
      200: { content: { 'application/json': components['schemas']['AnnotationResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.annotations.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the annotation. Such as 7 */
        annotation: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.annotations.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the annotation. Such as 7 */
        annotation: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "kind": "note" } */
        'application/json': components['schemas']['UpdateAnnotation'];
      };
    };
    responses: {
      /** The annotation as it is now */
      200: { content: { 'application/json': components['schemas']['AnnotationResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.returns': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Visitors and their visits on one day */
      200: { content: { 'application/json': components['schemas']['ReturnsResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.links.list': {
    parameters: {
      query?: {
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Links that have not expired */
      200: { content: { 'application/json': components['schemas']['PageLinkList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.links.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Agency" } */
        'application/json': components['schemas']['CreatePageLink'];
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['PageLinkResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.links.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the link. Such as 7 */
        link: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.alerts.list': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The alerts */
      200: { content: { 'application/json': components['schemas']['AlertList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.alerts.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "name": "Busy", "type": "spike", "threshold": 500 } */
        'application/json': components['schemas']['CreateAlert'];
      };
    };
    responses: {
      /** The alert */
      201: { content: { 'application/json': components['schemas']['AlertResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.alerts.show': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the alert. Such as 7 */
        alert: number;
      };
    };
    responses: {
      /** The alert */
      200: { content: { 'application/json': components['schemas']['AlertResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.alerts.replace': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the alert. Such as 7 */
        alert: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Spring campaign" } */
        'application/json': components['schemas']['UpdateAlert'];
      };
    };
    responses: {
      /** The alert as it is now */
      200: { content: { 'application/json': components['schemas']['AlertResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.alerts.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the alert. Such as 7 */
        alert: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.alerts.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the alert. Such as 7 */
        alert: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Spring campaign" } */
        'application/json': components['schemas']['UpdateAlert'];
      };
    };
    responses: {
      /** The alert as it is now */
      200: { content: { 'application/json': components['schemas']['AlertResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.imports.list': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** All imports */
      200: { content: { 'application/json': components['schemas']['ImportList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.imports.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "source": "plausible", "file_name": "export.zip", "content": "UEsDBA" } */
        'application/json': components['schemas']['CreateImport'];
      };
    };
    responses: {
      /** The import */
      201: { content: { 'application/json': components['schemas']['ImportResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.imports.show': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the import. Such as 7 */
        import_id: number;
      };
    };
    responses: {
      /** The import */
      200: { content: { 'application/json': components['schemas']['ImportResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.imports.delete': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the import. Such as 7 */
        import_id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.imports.update': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the import. Such as 7 */
        import_id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "part": 2, "content": "UEsDBA", "complete": 1 } */
        'application/json': components['schemas']['UpdateImport'];
      };
    };
    responses: {
      /** The import as it is now */
      200: { content: { 'application/json': components['schemas']['ImportResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.deletions.list': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The deletions */
      200: { content: { 'application/json': components['schemas']['DeletionList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.deletions.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "from": "2026-11-20", "to": "2026-11-22", "filters": [ { "dimension": "referrer", "operator": "is", "values": [ "spam.example" ] } ] } */
        'application/json': components['schemas']['CreateDeletion'];
      };
    };
    responses: {
      /** The deletion */
      201: { content: { 'application/json': components['schemas']['DeletionResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.deletions.preview': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "from": "2026-11-20", "to": "2026-11-22", "filters": [ { "dimension": "referrer", "operator": "is", "values": [ "spam.example" ] } ] } */
        'application/json': components['schemas']['PreviewDeletion'];
      };
    };
    responses: {
      /** How much would be deleted */
      200: { content: { 'application/json': components['schemas']['DeletionPreviewResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.deletions.show': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the deletion. Such as 7 */
        deletion: number;
      };
    };
    responses: {
      /** The deletion */
      200: { content: { 'application/json': components['schemas']['DeletionResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.visits': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Filters as in a query, in JSON; all of them must be met. Such as [{"dimension":"country","operator":"is","values":["DE"]}] */
        filters?: string;
        /** Id of a segment, whose filters must be met as well. Such as 2 */
        segment?: number;
        /** Rows per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The visits */
      200: { content: { 'application/json': components['schemas']['VisitList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.bots.list': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The bots */
      200: { content: { 'application/json': components['schemas']['BotList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.bots.create': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "visit": "-3907426518320453127", "from": "2026-11-20", "traits": [ "browser_version", "screen" ] } */
        'application/json': components['schemas']['CreateBot'];
      };
    };
    responses: {
      /** The bot */
      201: { content: { 'application/json': components['schemas']['BotResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.bots.preview': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    requestBody: {
      content: {
        /** Such as { "visit": "-3907426518320453127", "from": "2026-11-20", "traits": [ "browser_version", "screen" ] } */
        'application/json': components['schemas']['PreviewBot'];
      };
    };
    responses: {
      /** What would be left out */
      200: { content: { 'application/json': components['schemas']['BotPreviewResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'websites.bots.undo': {
    parameters: {
      path: {
        /** Id of the website. Such as 7 */
        id: number;
        /** Id of the bot. Such as 7 */
        bot: number;
      };
    };
    responses: {
      /** The bot, as it was taken back */
      200: { content: { 'application/json': components['schemas']['BotResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'stats.clicks': {
    parameters: {
      query?: {
        /** The first day, in the time zone of the website. Such as 2026-11-01 */
        from?: string;
        /** The last day, in the time zone of the website. Such as 2026-11-21 */
        to?: string;
        /** Named days, in the place of `from` and `to`. Such as 7d */
        date_range?:
          | 'today'
          | 'yesterday'
          | '7d'
          | '28d'
          | '30d'
          | '91d'
          | '12mo'
          | 'week'
          | 'month'
          | 'last_month'
          | 'year'
          | 'last_year'
          | 'all';
        /** Only clicks on this page, as the statistics name it. Such as /pricing */
        page?: string;
        /** Only clicks in windows of less than 768 pixels, or of more. Such as narrow */
        width?: 'narrow' | 'wide';
      };
      path: {
        /** Id of the website. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Counts by page and element */
      200: { content: { 'application/json': components['schemas']['ClicksResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.list': {
    parameters: {
      query?: {
        /** Lists only records that contain this text; case is ignored. Such as example */
        search?: string;
        /** The field that is searched. Such as url */
        search_by?: 'url';
        /** The rating of the page; null until there is one. Such as good */
        result?: 'good' | 'decent' | 'bad';
        /** Host of the URL, with or without scheme and port. Such as shop.example */
        project?: string;
        /** 1 lists only reports whose newest result is worse than the one before. Such as 0 */
        got_worse?: 0 | 1;
        /** The order. Such as id */
        sort_by?: 'id' | 'generated_at' | 'url' | 'result';
        /** `asc`: smallest, oldest or A first; `desc`: the other way round. Such as desc */
        sort?: 'desc' | 'asc';
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
    };
    responses: {
      /** A page of reports */
      200: { content: { 'application/json': components['schemas']['ReportSummaryList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.create': {
    requestBody: {
      content: {
        /** Such as { "url": "https://example.com/" } */
        'application/json': components['schemas']['CreateReport'];
      };
    };
    responses: {
      /** The new report */
      201: { content: { 'application/json': components['schemas']['ReportResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.show': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The report */
      200: { content: { 'application/json': components['schemas']['ReportResponse']; }; };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['Problem'];
    };
  };
  'reports.update': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "results": 1 } */
        'application/json': components['schemas']['UpdateReport'];
      };
    };
    responses: {
      /** The report as it is now */
      200: { content: { 'application/json': components['schemas']['ReportResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.delete': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.links.list': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Links that have not expired */
      200: { content: { 'application/json': components['schemas']['PageLinkList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.links.create': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Agency" } */
        'application/json': components['schemas']['reports-CreatePageLink'];
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['PageLinkResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.links.delete': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
        /** Id of the link. Such as 7 */
        link: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.runs.list': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** A page of runs */
      200: { content: { 'application/json': components['schemas']['RunSummaryList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.runs.show': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
        /** Id of the run. Such as 7 */
        run: number;
      };
    };
    responses: {
      /** The run */
      200: { content: { 'application/json': components['schemas']['RunResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.runs.diff': {
    parameters: {
      query?: {
        /** The earlier run; by default the last one with a result before this run. Such as 11 */
        against?: number;
      };
      path: {
        /** Id of the report. Such as 7 */
        id: number;
        /** Id of the run. Such as 7 */
        run: number;
      };
    };
    responses: {
      /** The difference */
      200: { content: { 'application/json': components['schemas']['RunComparisonResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'reports.export': {
    parameters: {
      query?: {
        /** csv: one line per check; json: in the shape of Lighthouse’s result; pdf: the report page. Such as json */
        format?: 'csv' | 'json' | 'pdf';
      };
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The file */
      200: {
        content: {
          'text/csv': string;
          'application/json': {
            [key: string]: unknown;
          };
          'application/pdf': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  'reports.looks': {
    parameters: {
      path: {
        /** Id of the report. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Colours, pairs and links */
      200: { content: { 'application/json': components['schemas']['ReportLooksResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'schedules.list': {
    parameters: {
      query?: {
        /** Only the schedules of this report. Such as 7 */
        report_id?: number;
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
    };
    responses: {
      /** A page of schedules */
      200: { content: { 'application/json': components['schemas']['ScheduleList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'schedules.create': {
    requestBody: {
      content: {
        /** Such as { "report_id": 7 } */
        'application/json': components['schemas']['CreateSchedule'];
      };
    };
    responses: {
      /** The new schedule */
      201: { content: { 'application/json': components['schemas']['ScheduleResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'schedules.show': {
    parameters: {
      path: {
        /** Id of the schedule. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The schedule */
      200: { content: { 'application/json': components['schemas']['ScheduleResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'schedules.update': {
    parameters: {
      path: {
        /** Id of the schedule. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "frequency": "daily" } */
        'application/json': components['schemas']['UpdateSchedule'];
      };
    };
    responses: {
      /** The schedule as it is now */
      200: { content: { 'application/json': components['schemas']['ScheduleResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'schedules.delete': {
    parameters: {
      path: {
        /** Id of the schedule. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'schedules.run': {
    parameters: {
      path: {
        /** Id of the schedule. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The schedule */
      200: { content: { 'application/json': components['schemas']['ScheduleResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.list': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
        /** 1 lists only sites that are crawled by themselves. Such as 1 */
        scheduled?: 0 | 1;
      };
    };
    responses: {
      /** A page of sites */
      200: { content: { 'application/json': components['schemas']['SiteList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.create': {
    requestBody?: {
      content: {
        /** Such as { "url": "https://example.com/", "max_pages": 500 } */
        'application/json': components['schemas']['CreateSite'];
      };
    };
    responses: {
      /** The new site, which is pending */
      201: { content: { 'application/json': components['schemas']['SiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.show': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The site */
      200: { content: { 'application/json': components['schemas']['SiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.update': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "max_pages": 1000, "privacy": 0 } */
        'application/json': components['schemas']['UpdateSite'];
      };
    };
    responses: {
      /** The site */
      200: { content: { 'application/json': components['schemas']['SiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.delete': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.cancel': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The site */
      200: { content: { 'application/json': components['schemas']['SiteResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.pages': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
        /** A crawl of the site; the last complete one unless given, or else the newest. Such as 12 */
        crawl?: number;
        /** Only pages on which this check found something. Such as title-length */
        check?: string;
        /** id: as they were found; score: the worst first, and only pages that have one. Such as id */
        sort_by?: 'id' | 'score';
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** A page of pages */
      200: { content: { 'application/json': components['schemas']['SitePageList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.problems': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
        /** A crawl of the site; the last complete one unless given, or else the newest. Such as 12 */
        crawl?: number;
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** A page of problems */
      200: { content: { 'application/json': components['schemas']['SiteProblemList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.export': {
    parameters: {
      query?: {
        /** What the lines of a CSV are. Such as pages */
        of?: 'pages' | 'problems';
        /** pdf: the site’s page. Such as csv */
        format?: 'csv' | 'pdf';
        /** A crawl of the site; the last complete one unless given, or else the newest. Such as 12 */
        crawl?: number;
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The file */
      200: {
        content: {
          'text/csv': string;
          'application/pdf': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  'sites.links.list': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** Links that have not expired */
      200: { content: { 'application/json': components['schemas']['PageLinkList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.links.create': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Agency" } */
        'application/json': components['schemas']['reports-CreatePageLink'];
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['PageLinkResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.links.delete': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
        /** Id of the link. Such as 7 */
        link: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.crawls.list': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** A page of crawls */
      200: { content: { 'application/json': components['schemas']['SiteCrawlList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.crawls.create': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The new crawl, which is pending */
      201: { content: { 'application/json': components['schemas']['SiteCrawlResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.changes': {
    parameters: {
      query?: {
        /** A crawl of the site; the last complete one unless given, or else the newest. Such as 12 */
        to?: number;
        /** The crawl to compare with; the complete one before unless given. Such as 11 */
        from?: number;
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What is different */
      200: { content: { 'application/json': components['schemas']['SiteChangesResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.schedule.show': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** The schedule */
      200: { content: { 'application/json': components['schemas']['SiteScheduleResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.schedule.update': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "frequency": "weekly", "weekday": 1, "hour": 6, "timezone": "Europe/Berlin" } */
        'application/json': components['schemas']['PutSiteSchedule'];
      };
    };
    responses: {
      /** The schedule as it is now */
      200: { content: { 'application/json': components['schemas']['SiteScheduleResponse']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.schedule.delete': {
    parameters: {
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['Deleted']; }; };
      default: components['responses']['Problem'];
    };
  };
  'sites.clusters': {
    parameters: {
      query?: {
        /** Records per page. Such as 10 */
        per_page?: 10 | 25 | 50 | 100;
        /** The page of the list, from 1. Such as 1 */
        page?: number;
      };
      path: {
        /** Id of the site. Such as 7 */
        id: number;
      };
    };
    responses: {
      /** A page of clusters */
      200: { content: { 'application/json': components['schemas']['SiteClusterList']; }; };
      default: components['responses']['Problem'];
    };
  };
  'palettes.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
        /** Only palettes of this workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
        workspace_id?: string;
        /** Only palettes of this harmony. Such as triadic */
        harmony?:
          | 'complementary'
          | 'analogous'
          | 'triadic'
          | 'split_complementary'
          | 'tetradic'
          | 'square'
          | 'monochromatic'
          | 'tints'
          | 'shades'
          | 'tones'
          | 'temperature'
          | 'contrast'
          | 'from_image';
        /** Part of the name, the description or the base colour. Such as Brand */
        search?: string;
      };
    };
    responses: {
      /** A page of palettes */
      200: { content: { 'application/json': components['schemas']['PalettePageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.create': {
    requestBody?: {
      content: {
        /** Such as { "base_color": "#3366cc", "harmony": "triadic", "count": 6 } */
        'application/json': components['schemas']['CreatePalette'];
      };
    };
    responses: {
      /** The new palette */
      201: { content: { 'application/json': components['schemas']['PaletteResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.fromImage.create': {
    requestBody?: {
      content: {
        /** Such as { "image": "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGklEQVR42mO4o6aGFakmv8aKGEY1jGoYvhoAAuNNkK/q4JwAAAAASUVORK5CYII=" } */
        'application/json': components['schemas']['CreatePaletteFromImage'];
      };
    };
    responses: {
      /** The new palette */
      201: { content: { 'application/json': components['schemas']['PaletteResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.show': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The palette */
      200: {
        content: {
          'application/json': components['schemas']['PaletteResponse'];
          'image/svg+xml': string;
          'image/png': string;
        };
      };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.delete': {
    parameters: {
      query?: {
        /** Also delete the themes that use the palette. Such as false */
        cascade?: boolean;
      };
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** Deleted */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.update': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Ocean" } */
        'application/json': components['schemas']['UpdatePalette'];
      };
    };
    responses: {
      /** The changed palette */
      200: { content: { 'application/json': components['schemas']['PaletteResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.picture': {
    parameters: {
      query?: {
        /** Draws the picture as seen with a colour vision deficiency. Such as protan */
        vision?: 'protan' | 'deutan' | 'tritan' | 'achroma';
      };
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The picture */
      200: {
        content: {
          'image/svg+xml': string;
          'image/png': string;
        };
      };
      /** The picture is the one that `If-None-Match` names */
      304: {};
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.regenerate': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "lock": [ 1, 2 ] } */
        'application/json': components['schemas']['RegeneratePalette'];
      };
    };
    responses: {
      /** The new version */
      200: { content: { 'application/json': components['schemas']['PaletteResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.setColors': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "colors": [ { "color": "#3366cc" }, { "color": "#e4572e", "role": "accent" } ] } */
        'application/json': components['schemas']['SetPaletteColors'];
      };
    };
    responses: {
      /** The new version */
      200: { content: { 'application/json': components['schemas']['PaletteResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.versions': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The versions */
      200: { content: { 'application/json': components['schemas']['PalettesVersionsDataResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.version': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** Id of the version. Such as 7 */
        version: number;
      };
    };
    responses: {
      /** The palette as it was */
      200: { content: { 'application/json': components['schemas']['PaletteResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.diff': {
    parameters: {
      query: {
        /** The earlier version. Such as 1 */
        from: number;
        /** The later version; the newest by default. Such as 2 */
        to?: number;
      };
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** What changed */
      200: { content: { 'application/json': components['schemas']['PaletteDiffResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'harmonies.list': {
    parameters: {
      query: {
        /** Any absolute CSS Color 4 colour. Such as #3b82f6 */
        base_color: string;
        /** The number of colours of each, including the base. Such as 5 */
        count?: number;
      };
    };
    responses: {
      /** The harmonies, in the order of the reference */
      200: { content: { 'application/json': components['schemas']['HarmoniesResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'contrast.list': {
    parameters: {
      query: {
        /** Minimum ratio: AA 4.5, AAA 7, AA-large 3, AAA-large 4.5, UI 3 (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11). Such as AA */
        level?: 'AA' | 'AAA' | 'AA-large' | 'AAA-large' | 'UI';
        /** The text colour: any absolute CSS Color 4 colour. Such as #1e3a8a */
        foreground: string;
        /** The colour behind it; if it is translucent, on white. Such as #ffffff */
        background: string;
      };
    };
    responses: {
      /** The contrast of the pair */
      200: { content: { 'application/json': components['schemas']['PairContrastResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.contrast': {
    parameters: {
      query?: {
        /** Minimum ratio: AA 4.5, AAA 7, AA-large 3, AAA-large 4.5, UI 3 (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11). Such as AA */
        level?: 'AA' | 'AAA' | 'AA-large' | 'AAA-large' | 'UI';
      };
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The contrast of every pair */
      200: { content: { 'application/json': components['schemas']['ContrastResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.import.create': {
    requestBody?: {
      content: {
        /** Such as { "content": { "brand": { "$type": "color", "$value": "#3366cc" } } } */
        'application/json': components['schemas']['ImportTokens'];
      };
    };
    responses: {
      /** The tokens */
      200: { content: { 'application/json': components['schemas']['ImportedTokensResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.import.website.create': {
    requestBody: {
      content: {
        /** Such as { "url": "https://example.com/" } */
        'application/json': components['schemas']['ImportWebsite'];
      };
    };
    responses: {
      /** The tokens */
      200: { content: { 'application/json': components['schemas']['ImportedTokensResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.export': {
    requestBody: {
      content: {
        /** Such as { "palette_id": "pal_01h455vb4pex5vsknk084sn02q", "format": "css", "prefix": "brand" } */
        'application/json': components['schemas']['CreateExport'];
      };
    };
    responses: {
      /** The accepted export */
      202: { content: { 'application/json': components['schemas']['ExportResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
        /** Only exports in this state. Such as queued */
        status?: 'queued' | 'processing' | 'completed' | 'failed';
        /** Only exports in this format. Such as css */
        format?:
          | 'css'
          | 'scss'
          | 'scss-map'
          | 'less'
          | 'stylus'
          | 'js'
          | 'ts'
          | 'json'
          | 'json-nested'
          | 'dtcg'
          | 'style-dictionary'
          | 'figma'
          | 'tailwind-v3'
          | 'tailwind-v4'
          | 'ios-swift'
          | 'swiftui'
          | 'android-xml'
          | 'compose'
          | 'flutter'
          | 'ase'
          | 'gpl'
          | 'csv'
          | 'svg'
          | 'png'
          | 'all'
          | 'tailwind';
        /** Only exports of this palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        palette_id?: string;
        /** Only exports of this theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        theme_id?: string;
      };
    };
    responses: {
      /** A page of exports */
      200: { content: { 'application/json': components['schemas']['ExportPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.formats': {
    responses: {
      /** The formats */
      200: { content: { 'application/json': components['schemas']['ExportFormatsResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.status': {
    parameters: {
      query?: {
        /** Seconds to wait for the export to finish. Such as 0 */
        wait?: number;
      };
      path: {
        /** Id of the export. Such as exp_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The export */
      200: { content: { 'application/json': components['schemas']['ExportResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.file': {
    parameters: {
      path: {
        /** Id of the export. Such as exp_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The file */
      200: {
        content: {
          'text/css': string;
          'text/x-scss': string;
          'text/x-less': string;
          'text/x-stylus': string;
          'text/javascript': string;
          'text/typescript': string;
          'application/json': {
            [key: string]: unknown;
          };
          'application/design-tokens+json': {
            [key: string]: unknown;
          };
          'text/x-swift': string;
          'application/xml': string;
          'text/x-kotlin': string;
          'application/dart': string;
          'application/octet-stream': string;
          'text/plain': string;
          'text/csv': string;
          'image/svg+xml': string;
          'image/png': string;
          'application/zip': string;
        };
      };
      /** The part of the file that `Range` asks for */
      206: {
        content: {
          'text/css': string;
          'text/x-scss': string;
          'text/x-less': string;
          'text/x-stylus': string;
          'text/javascript': string;
          'text/typescript': string;
          'application/json': {
            [key: string]: unknown;
          };
          'application/design-tokens+json': {
            [key: string]: unknown;
          };
          'text/x-swift': string;
          'application/xml': string;
          'text/x-kotlin': string;
          'application/dart': string;
          'application/octet-stream': string;
          'text/plain': string;
          'text/csv': string;
          'image/svg+xml': string;
          'image/png': string;
          'application/zip': string;
        };
      };
      /** The file is the one that `If-None-Match` names */
      304: {};
      /** The file has no such range; `Content-Range` says how long it is */
      416: {};
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'tokens.delete': {
    parameters: {
      path: {
        /** Id of the export. Such as exp_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** Removed */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
        /** Only themes of this workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
        workspace_id?: string;
        /** Only themes that use this palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        palette_id?: string;
        /** Part of the name or the description. Such as Brand */
        search?: string;
      };
    };
    responses: {
      /** A page of themes */
      200: { content: { 'application/json': components['schemas']['ThemeSummaryPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.create': {
    requestBody: {
      content: {
        /** Such as { "palette_id": "pal_01h455vb4pex5vsknk084sn02q", "name": "Ocean", "tokens": { "color": { "$type": "color", "brand": { "$value": "{palette.0}" } } } } */
        'application/json': components['schemas']['CreateTheme'];
      };
    };
    responses: {
      /** The new theme */
      201: { content: { 'application/json': components['schemas']['ThemeResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.show': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The theme */
      200: { content: { 'application/json': components['schemas']['ThemeResponse']; }; };
      /** The version that `If-None-Match` names is still current */
      304: {};
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.delete': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** Deleted */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.update': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "Deep ocean" } */
        'application/json': components['schemas']['UpdateTheme'];
      };
    };
    responses: {
      /** The changed theme */
      200: { content: { 'application/json': components['schemas']['ThemeResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.derive': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "tokens": { "primary": "#00aa55" } } */
        'application/json': components['schemas']['DeriveTheme'];
      };
    };
    responses: {
      /** What the theme would be */
      200: { content: { 'application/json': components['schemas']['DerivedThemeResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.versions': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The versions */
      200: { content: { 'application/json': components['schemas']['ThemesVersionsDataResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.version': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** Id of the version. Such as 7 */
        version: number;
      };
    };
    responses: {
      /** The theme as it was */
      200: { content: { 'application/json': components['schemas']['ThemeResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.diff': {
    parameters: {
      query: {
        /** The earlier version. Such as 1 */
        from: number;
        /** The later version; the newest by default. Such as 2 */
        to?: number;
      };
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** What changed */
      200: { content: { 'application/json': components['schemas']['ThemeDiffResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.links': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** Links that have not expired, newest first */
      200: { content: { 'application/json': components['schemas']['PalettesLinksDataResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.createLink': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "The agency" } */
        'application/json': components['schemas']['CreateShareLink'];
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['ShareLinkResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'palettes.deleteLink': {
    parameters: {
      path: {
        /** Id of the palette. Such as pal_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** Id of the link. Such as 7 */
        link: number;
      };
    };
    responses: {
      /** Ended */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.links': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** Links that have not expired, newest first */
      200: { content: { 'application/json': components['schemas']['ThemesLinksDataResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.createLink': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "name": "The agency" } */
        'application/json': components['schemas']['CreateShareLink'];
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['ShareLinkResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'themes.deleteLink': {
    parameters: {
      path: {
        /** Id of the theme. Such as thm_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** Id of the link. Such as 7 */
        link: number;
      };
    };
    responses: {
      /** Ended */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'workspaces.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
        /** Id of the organisation, which must be your own. Such as org_01h455vb4pex5vsknk084sn02q */
        org_id?: string;
        /** Part of the name. Such as Brand */
        search?: string;
      };
    };
    responses: {
      /** A page of workspaces */
      200: { content: { 'application/json': components['schemas']['WorkspacePageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'workspaces.create': {
    requestBody: {
      content: {
        /** Such as { "name": "Marketing" } */
        'application/json': components['schemas']['CreateWorkspace'];
      };
    };
    responses: {
      /** The new workspace */
      201: { content: { 'application/json': components['schemas']['WorkspaceResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'workspaces.delete': {
    parameters: {
      query?: {
        /** Also delete the palettes and themes in it. Such as false */
        cascade?: boolean;
      };
      path: {
        /** Id of the workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** Deleted */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'workspaces.update': {
    parameters: {
      path: {
        /** Id of the workspace. Such as wsp_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody: {
      content: {
        /** Such as { "name": "Brand" } */
        'application/json': components['schemas']['UpdateWorkspace'];
      };
    };
    responses: {
      /** The renamed workspace */
      200: { content: { 'application/json': components['schemas']['WorkspaceResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
      };
    };
    responses: {
      /** Keys, newest first */
      200: { content: { 'application/json': components['schemas']['KeyPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.create': {
    requestBody: {
      content: {
        /** Such as { "name": "CI", "scopes": [ "websites:read", "stats:read" ] } */
        'application/json': components['schemas']['CreateKey'];
      };
    };
    responses: {
      /** The new key */
      201: { content: { 'application/json': components['schemas']['NewKeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.events.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
      };
    };
    responses: {
      /** Events, newest first */
      200: { content: { 'application/json': components['schemas']['KeyEventPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.showSelf': {
    responses: {
      /** The key */
      200: { content: { 'application/json': components['schemas']['KeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.revokeSelf': {
    responses: {
      /** The revoked key */
      200: { content: { 'application/json': components['schemas']['KeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.show': {
    parameters: {
      path: {
        /** Id of the key. Such as key_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The key */
      200: { content: { 'application/json': components['schemas']['KeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.revoke': {
    parameters: {
      path: {
        /** Id of the key. Such as key_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The revoked key */
      200: { content: { 'application/json': components['schemas']['KeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'keys.rotate': {
    parameters: {
      path: {
        /** Id of the key. Such as key_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "grace_seconds": 3600 } */
        'application/json': components['schemas']['RotateKey'];
      };
    };
    responses: {
      /** The new key */
      201: { content: { 'application/json': components['schemas']['NewKeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'usage.list': {
    parameters: {
      query?: {
        /** First day (UTC); the first of the month, if not given. Such as 2026-11-01 */
        from?: string;
        /** Last day (UTC); today, if not given. Such as 2026-11-22 */
        to?: string;
        /** Only what this key, or this member, has used; quotas are those of the organisation. Such as key_01h455vb4pex5vsknk084sn02q */
        key_id?: string;
      };
    };
    responses: {
      /** The usage */
      200: { content: { 'application/json': components['schemas']['UsageListDataResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
      };
    };
    responses: {
      /** A page of webhooks */
      200: { content: { 'application/json': components['schemas']['WebhookPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.create': {
    requestBody: {
      content: {
        /** Such as { "url": "https://hooks.example.com/platform", "events": [ "report.generated", "export.completed" ], "description": "Chat" } */
        'application/json': components['schemas']['CreateWebhook'];
      };
    };
    responses: {
      /** The new webhook */
      201: { content: { 'application/json': components['schemas']['NewWebhookResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.show': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The webhook */
      200: { content: { 'application/json': components['schemas']['WebhookResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.delete': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** What was deleted */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.update': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "url": "https://hooks.example.com/platform", "events": [ "report.generated", "export.completed" ], "description": "Chat", "enabled": true } */
        'application/json': components['schemas']['UpdateWebhook'];
      };
    };
    responses: {
      /** The changed webhook */
      200: { content: { 'application/json': components['schemas']['WebhookResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.rotate': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /** Such as { "grace_seconds": 86400 } */
        'application/json': components['schemas']['RotateSecret'];
      };
    };
    responses: {
      /** The webhook with its new secret */
      200: { content: { 'application/json': components['schemas']['NewWebhookResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.ping': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The delivery of the test event */
      202: { content: { 'application/json': components['schemas']['DeliveryResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.deliveries.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
      };
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** A page of deliveries */
      200: { content: { 'application/json': components['schemas']['DeliveryPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.deliveries.show': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** Id of the delivery. Such as dlv_01h455vb4pex5vsknk084sn02q */
        delivery: string;
      };
    };
    responses: {
      /** The delivery */
      200: { content: { 'application/json': components['schemas']['DeliveryResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'webhooks.deliveries.repeat': {
    parameters: {
      path: {
        /** Id of the webhook. Such as whk_01h455vb4pex5vsknk084sn02q */
        id: string;
        /** Id of the delivery. Such as dlv_01h455vb4pex5vsknk084sn02q */
        delivery: string;
      };
    };
    responses: {
      /** The delivery, which is pending again */
      202: { content: { 'application/json': components['schemas']['DeliveryResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
      };
    };
    responses: {
      /** Members, newest first */
      200: { content: { 'application/json': components['schemas']['MemberPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.invite': {
    requestBody: {
      content: {
        /** Such as { "email": "ada@example.com", "role": "editor" } */
        'application/json': components['schemas']['InviteMember'];
      };
    };
    responses: {
      /** The invitation */
      201: { content: { 'application/json': components['schemas']['InvitationResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.inviteAgain': {
    parameters: {
      path: {
        /** Id of the member. Such as mbr_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The invitation */
      201: { content: { 'application/json': components['schemas']['InvitationResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.events.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
      };
    };
    responses: {
      /** Events, newest first */
      200: { content: { 'application/json': components['schemas']['MemberEventPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.show': {
    parameters: {
      path: {
        /** Id of the member. Such as mbr_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The member */
      200: { content: { 'application/json': components['schemas']['MemberResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.remove': {
    parameters: {
      path: {
        /** Id of the member. Such as mbr_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** What was removed */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.update': {
    parameters: {
      path: {
        /** Id of the member. Such as mbr_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody: {
      content: {
        /** Such as { "role": "editor" } */
        'application/json': components['schemas']['UpdateMember'];
      };
    };
    responses: {
      /** The member */
      200: { content: { 'application/json': components['schemas']['MemberResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'sessions.list': {
    parameters: {
      query?: {
        /** The most items to return. Such as 20 */
        limit?: number;
        /** `next_cursor` of the previous page. Such as eyJpZCI6… */
        cursor?: string;
        /** Those of a member instead of your own, which needs the scope `keys:admin`. Such as mbr_01h455vb4pex5vsknk084sn02q */
        member_id?: string;
      };
    };
    responses: {
      /** Sessions, newest first */
      200: { content: { 'application/json': components['schemas']['SessionPageResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'sessions.endAll': {
    parameters: {
      query?: {
        /** Those of a member instead of your own, which needs the scope `keys:admin`. Such as mbr_01h455vb4pex5vsknk084sn02q */
        member_id?: string;
      };
    };
    responses: {
      /** How many ended */
      200: { content: { 'application/json': components['schemas']['SessionsEndAllDataResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'sessions.end': {
    parameters: {
      path: {
        /** Id of the session. Such as ses_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** What ended */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'signInLinks.create': {
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['SignInLinkResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.show': {
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.update': {
    requestBody: {
      content: {
        /** Such as { "name": "Ada Lovelace" } */
        'application/json': components['schemas']['UpdateAccount'];
      };
    };
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.email.change': {
    requestBody: {
      content: {
        /** Such as { "email": "ada@example.com" } */
        'application/json': components['schemas']['NewEmail'];
      };
    };
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.email.withdraw': {
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.email.confirm': {
    requestBody: {
      content: {
        /** Such as { "token": "kQ3vT9wQxY7bLm2PkQ3vT9wQxY7bLm2PkQ3vT9wQxYa" } */
        'application/json': components['schemas']['ConfirmEmail'];
      };
    };
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.requestProof': {
    responses: {
      /** What the browser is asked for */
      200: { content: { 'application/json': components['schemas']['PasskeyRequestResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.prove': {
    requestBody?: {
      content: {
        /** Such as { "password": "correct horse battery staple" } */
        'application/json': components['schemas']['Proof'];
      };
    };
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.setPassword': {
    requestBody: {
      content: {
        /** Such as { "password": "correct horse battery staple" } */
        'application/json': components['schemas']['NewPassword'];
      };
    };
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.passkeys.request': {
    responses: {
      /** What the browser is asked for */
      200: { content: { 'application/json': components['schemas']['PasskeyRequestResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.passkeys.add': {
    requestBody: {
      content: {
        /** Such as { "attempt": "eyJhbGciOiJkaXIi…", "passkey": { "id": "pVJ…", "rawId": "pVJ…", "type": "public-key", "response": { "clientDataJSON": "eyJ…" } }, "name": "Laptop" } */
        'application/json': components['schemas']['NewPasskey'];
      };
    };
    responses: {
      /** The passkey */
      201: { content: { 'application/json': components['schemas']['PasskeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.passkeys.remove': {
    parameters: {
      path: {
        /** Id of the passkey. Such as psk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** What was removed */
      200: { content: { 'application/json': components['schemas']['EnvelopeDeleted']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.passkeys.rename': {
    parameters: {
      path: {
        /** Id of the passkey. Such as psk_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    requestBody: {
      content: {
        /** Such as { "name": "Laptop" } */
        'application/json': components['schemas']['RenamePasskey'];
      };
    };
    responses: {
      /** The passkey */
      200: { content: { 'application/json': components['schemas']['PasskeyResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.totp.start': {
    responses: {
      /** The secret */
      200: { content: { 'application/json': components['schemas']['TotpResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.totp.confirm': {
    requestBody: {
      content: {
        /** Such as { "code": "492039" } */
        'application/json': components['schemas']['ConfirmTotp'];
      };
    };
    responses: {
      /** Recovery codes, shown this once */
      200: { content: { 'application/json': components['schemas']['RecoveryCodesResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.secondFactor.turnOn': {
    responses: {
      /** Recovery codes, shown this once */
      200: { content: { 'application/json': components['schemas']['RecoveryCodesResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.secondFactor.turnOff': {
    responses: {
      /** Your account */
      200: { content: { 'application/json': components['schemas']['AccountResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'account.recoveryCodes.renew': {
    responses: {
      /** Recovery codes, shown this once */
      200: { content: { 'application/json': components['schemas']['RecoveryCodesResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'members.resetLink': {
    parameters: {
      path: {
        /** Id of the member. Such as mbr_01h455vb4pex5vsknk084sn02q */
        id: string;
      };
    };
    responses: {
      /** The link */
      201: { content: { 'application/json': components['schemas']['ResetLinkResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'deviceLogins.show': {
    parameters: {
      path: {
        /** The code that the command line shows. Such as BCDF-GHJK */
        code: string;
      };
    };
    responses: {
      /** The command line */
      200: { content: { 'application/json': components['schemas']['DeviceLoginResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'deviceLogins.approve': {
    parameters: {
      path: {
        /** The code that the command line shows. Such as BCDF-GHJK */
        code: string;
      };
    };
    requestBody: {
      content: {
        /** Such as { "scopes": [ "websites:read", "stats:read" ], "expires_at": "2027-01-31T00:00:00Z" } */
        'application/json': components['schemas']['ApproveDeviceLogin'];
      };
    };
    responses: {
      /** The command line */
      200: { content: { 'application/json': components['schemas']['DeviceLoginResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'deviceLogins.deny': {
    parameters: {
      path: {
        /** The code that the command line shows. Such as BCDF-GHJK */
        code: string;
      };
    };
    responses: {
      /** The command line */
      200: { content: { 'application/json': components['schemas']['DeviceLoginResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'status.check': {
    responses: {
      /** What was found */
      200: { content: { 'application/json': components['schemas']['ExaminationResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
  'status.show': {
    responses: {
      /** The state of the platform */
      200: { content: { 'application/json': components['schemas']['PlatformStatusResponse']; }; };
      default: components['responses']['EnvelopeProblem'];
    };
  };
}
