/** Content of a column of one of Google's reports. */
export type GoogleColumn =
  | 'date'
  | 'nth day'
  | 'day index'
  | 'active users'
  | 'total users'
  | 'users'
  | 'sessions'
  | 'engaged sessions'
  | 'views'
  | 'pageviews'
  | 'bounce rate'
  | 'average session duration'
  | 'user engagement'
  | 'event count'
  | 'entrances'
  | 'page'
  | 'landing page'
  | 'event'
  | 'country'
  | 'region'
  | 'city'
  | 'browser'
  | 'os'
  | 'device'
  | 'language'
  | 'screen'
  | 'source'
  | 'medium'
  | 'source / medium'
  | 'campaign'
  | 'channel';

type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'ja';

type Names = Partial<Record<Language, readonly string[]>>;

/** The names of columns in the languages of the interface: of Analytics 4, of its API, and of Universal Analytics. */
const NAMES: Readonly<Record<GoogleColumn, Names>> = {
  date: {
    it: ['data'],
    en: ['date', 'ga:date'],
    de: ['datum'],
    es: ['fecha'],
    ja: ['日付'],
  },
  'nth day': {
    en: ['nth day', 'nthday', 'ga:nthday'],
    de: ['n-ter tag', 'nter tag', 'tag n'],
    fr: ['nième jour', 'énième jour', 'jour n'],
    es: ['n-ésimo día', 'enésimo día', 'día n'],
    ja: ['n 日目', 'n日目', '日数'],
  },
  'day index': {
    en: ['day index'],
    de: ['tagesindex'],
    fr: ['indice du jour', 'index du jour'],
    es: ['índice de días', 'índice de día'],
    ja: ['日の指標', '日別インデックス'],
  },
  'active users': {
    it: ['utenti attivi'],
    pt: ['usuários ativos', 'utilizadores ativos'],
    nl: ['actieve gebruikers'],
    en: ['active users', 'activeusers'],
    de: ['aktive nutzer'],
    fr: ['utilisateurs actifs'],
    es: ['usuarios activos'],
    ja: ['アクティブ ユーザー', 'アクティブ ユーザー数'],
  },
  'total users': {
    it: ['utenti totali'],
    pt: ['total de usuários', 'total de utilizadores'],
    nl: ['totaal aantal gebruikers'],
    en: ['total users', 'totalusers'],
    de: ['nutzer insgesamt', 'gesamtzahl der nutzer', 'nutzer gesamt'],
    fr: ["nombre total d'utilisateurs", "total d'utilisateurs", 'total des utilisateurs'],
    es: ['total de usuarios', 'usuarios totales'],
    ja: ['総ユーザー数', '合計ユーザー数'],
  },
  users: {
    it: ['utenti'],
    pt: ['usuários', 'utilizadores'],
    nl: ['gebruikers'],
    en: ['users', 'ga:users'],
    de: ['nutzer'],
    fr: ['utilisateurs'],
    es: ['usuarios'],
    ja: ['ユーザー', 'ユーザー数'],
  },
  sessions: {
    it: ['sessioni'],
    pt: ['sessões'],
    nl: ['sessies'],
    en: ['sessions', 'ga:sessions'],
    de: ['sitzungen'],
    es: ['sesiones'],
    ja: ['セッション', 'セッション数'],
  },
  'engaged sessions': {
    it: ['sessioni con coinvolgimento'],
    pt: ['sessões engajadas', 'sessões com interação'],
    nl: ['sessies met interactie'],
    en: ['engaged sessions', 'engagedsessions'],
    de: ['sitzungen mit interaktionen', 'sitzungen mit interaktion'],
    fr: ['sessions avec engagement'],
    es: ['sesiones con interacción', 'sesiones interactivas'],
    ja: ['エンゲージのあったセッション数', 'エンゲージのあったセッション'],
  },
  views: {
    it: ['visualizzazioni'],
    pt: ['visualizações'],
    nl: ['weergaven'],
    en: ['views', 'screen page views', 'screenpageviews'],
    de: ['aufrufe'],
    fr: ['vues'],
    es: ['vistas', 'visualizaciones'],
    ja: ['表示回数', '視聴回数'],
  },
  pageviews: {
    it: ['visualizzazioni di pagina'],
    pt: ['visualizações de página'],
    nl: ['paginaweergaven'],
    en: ['pageviews', 'ga:pageviews'],
    de: ['seitenaufrufe'],
    fr: ['pages vues'],
    es: ['número de visitas a páginas', 'páginas vistas'],
    ja: ['ページビュー数', 'ページビュー'],
  },
  'bounce rate': {
    it: ['frequenza di rimbalzo'],
    pt: ['taxa de rejeição'],
    nl: ['bouncepercentage'],
    en: ['bounce rate', 'bouncerate', 'ga:bouncerate'],
    de: ['absprungrate'],
    fr: ['taux de rebond'],
    es: ['porcentaje de rebote', 'tasa de rebote'],
    ja: ['直帰率'],
  },
  'average session duration': {
    it: ['durata media della sessione'],
    pt: ['duração média da sessão'],
    nl: ['gemiddelde sessieduur'],
    en: [
      'average session duration',
      'avg. session duration',
      'averagesessionduration',
      'ga:avgsessionduration',
    ],
    de: ['durchschnittliche sitzungsdauer', 'durchschnittl. sitzungsdauer'],
    fr: ['durée moyenne des sessions', 'durée moyenne de la session'],
    es: ['duración media de la sesión', 'duración media de las sesiones'],
    ja: ['平均セッション継続時間', '平均セッション時間'],
  },
  'user engagement': {
    en: ['user engagement', 'userengagementduration'],
    de: ['nutzerinteraktionen', 'nutzer-engagement', 'nutzerinteraktion'],
    fr: ['engagement utilisateur', 'engagement des utilisateurs'],
    es: ['interacción del usuario', 'interacción de usuarios', 'interacción de los usuarios'],
    ja: ['ユーザー エンゲージメント'],
  },
  'event count': {
    it: ['conteggio eventi'],
    pt: ['contagem de eventos'],
    nl: ['aantal gebeurtenissen'],
    en: ['event count', 'eventcount', 'total events', 'ga:totalevents'],
    de: ['ereignisanzahl', 'ereignisse gesamt'],
    fr: ["nombre d'événements", "total d'événements"],
    es: ['número de eventos', 'total de eventos'],
    ja: ['イベント数', '合計イベント数'],
  },
  entrances: {
    en: ['entrances', 'ga:entrances'],
    de: ['einstiege'],
    fr: ['entrées'],
    es: ['entradas'],
    ja: ['閲覧開始数'],
  },
  page: {
    it: ['percorso pagina e classe schermata', 'percorso pagina'],
    pt: ['caminho da página e classe da tela', 'caminho da página'],
    nl: ['paginapad en schermklasse', 'paginapad'],
    en: [
      'page path and screen class',
      'page path + query string and screen class',
      'page path',
      'page path + query string',
      'pagepath',
      'page',
      'ga:pagepath',
    ],
    de: [
      'seitenpfad und bildschirmklasse',
      'seitenpfad + abfragestring und bildschirmklasse',
      'seitenpfad',
      'seitenpfad + abfragestring',
      'seite',
    ],
    fr: [
      "chemin de la page et classe de l'écran",
      'chemin de la page',
      'chemin de la page + chaîne de requête',
      "chemin d'accès à la page et classe de l'écran",
    ],
    es: [
      'ruta de página y clase de pantalla',
      'ruta de la página y clase de pantalla',
      'ruta de página',
      'ruta de la página',
      'ruta de página + cadena de consulta',
      'página',
    ],
    ja: [
      'ページパスとスクリーン クラス',
      'ページ パスとスクリーン クラス',
      'ページパス',
      'ページパスとクエリ文字列',
      'ページパス + クエリ文字列',
      'ページ',
    ],
  },
  'landing page': {
    it: ['pagina di destinazione'],
    nl: ['bestemmingspagina'],
    en: ['landing page', 'landing page + query string', 'landingpage', 'ga:landingpagepath'],
    de: ['landingpage', 'zielseite', 'landingpage + abfragestring'],
    fr: ['page de destination', 'page de destination + chaîne de requête'],
    es: ['página de destino', 'página de destino + cadena de consulta'],
    ja: ['ランディング ページ', 'ランディング ページ + クエリ文字列'],
  },
  event: {
    it: ['nome evento'],
    pt: ['nome do evento'],
    nl: ['naam van gebeurtenis', 'gebeurtenisnaam'],
    en: ['event name', 'eventname', 'event action', 'ga:eventaction'],
    de: ['ereignisname', 'ereignisaktion'],
    fr: ["nom de l'événement", "action d'événement"],
    es: ['nombre del evento', 'nombre de evento', 'acción de evento'],
    ja: ['イベント名', 'イベント アクション'],
  },
  country: {
    it: ['paese'],
    en: ['country', 'country id', 'countryid', 'ga:country', 'ga:countryisocode'],
    de: ['land', 'länder-id', 'land-id'],
    fr: ['pays', 'id pays', 'id du pays'],
    es: ['país', 'id de país', 'id del país'],
    ja: ['国', '国 id'],
  },
  region: {
    en: ['region', 'ga:region'],
    fr: ['région'],
    es: ['región'],
    ja: ['地域'],
  },
  city: {
    it: ['città'],
    pt: ['cidade'],
    nl: ['plaats'],
    en: ['city', 'ga:city'],
    de: ['stadt', 'ort'],
    fr: ['ville'],
    es: ['ciudad'],
    ja: ['市区町村'],
  },
  browser: {
    en: ['browser', 'ga:browser'],
    fr: ['navigateur'],
    es: ['navegador'],
    ja: ['ブラウザ'],
  },
  os: {
    pt: ['sistema operacional'],
    nl: ['besturingssysteem'],
    en: ['operating system', 'operatingsystem', 'ga:operatingsystem'],
    de: ['betriebssystem'],
    fr: ["système d'exploitation"],
    es: ['sistema operativo'],
    ja: ['オペレーティング システム', 'os'],
  },
  device: {
    it: ['categoria dispositivo'],
    pt: ['categoria do dispositivo'],
    nl: ['apparaatcategorie'],
    en: ['device category', 'devicecategory', 'ga:devicecategory'],
    de: ['gerätekategorie'],
    fr: ["catégorie d'appareil", "catégorie d'appareils", "catégorie de l'appareil"],
    es: ['categoría de dispositivo', 'categoría del dispositivo'],
    ja: ['デバイス カテゴリ'],
  },
  language: {
    en: ['language code', 'languagecode', 'ga:language'],
    de: ['sprachcode'],
    fr: ['code de langue'],
    es: ['código de idioma'],
    ja: ['言語コード'],
  },
  screen: {
    en: ['screen resolution', 'screenresolution', 'ga:screenresolution'],
    de: ['bildschirmauflösung'],
    fr: ["résolution d'écran", "résolution de l'écran"],
    es: ['resolución de pantalla'],
    ja: ['画面の解像度'],
  },
  source: {
    en: ['session source', 'sessionsource', 'source', 'ga:source'],
    de: ['sitzungsquelle', 'quelle der sitzung', 'sitzung – quelle', 'sitzung - quelle', 'quelle'],
    fr: ['source de la session', 'source de session'],
    es: ['fuente de la sesión', 'fuente de sesión', 'fuente'],
    ja: ['セッションの参照元', '参照元'],
  },
  medium: {
    en: ['session medium', 'sessionmedium', 'medium', 'ga:medium'],
    de: ['sitzungsmedium', 'medium der sitzung'],
    fr: ['support de la session', 'support'],
    es: ['medio de la sesión', 'medio'],
    ja: ['セッションのメディア', 'メディア'],
  },
  'source / medium': {
    it: ['sorgente/mezzo sessione'],
    pt: ['origem / mídia da sessão'],
    nl: ['sessiebron/-medium'],
    en: [
      'session source / medium',
      'session source/medium',
      'sessionsourcemedium',
      'source / medium',
      'ga:sourcemedium',
    ],
    de: [
      'sitzungsquelle / medium',
      'sitzungsquelle/-medium',
      'quelle/medium der sitzung',
      'sitzung – quelle/medium',
      'sitzung - quelle/medium',
      'quelle / medium',
    ],
    fr: ['source / support de la session', 'source/support de session', 'source / support'],
    es: ['fuente / medio de la sesión', 'fuente/medio de sesión', 'fuente / medio'],
    ja: [
      'セッションの参照元 / メディア',
      'セッションの参照元またはメディア',
      '参照元 / メディア',
      '参照元/メディア',
    ],
  },
  campaign: {
    en: ['session campaign', 'sessioncampaignname', 'campaign', 'ga:campaign'],
    de: ['sitzungskampagne', 'kampagne der sitzung', 'kampagne'],
    fr: ['campagne de la session', 'campagne de session', 'campagne'],
    es: ['campaña de la sesión', 'campaña de sesión', 'campaña'],
    ja: ['セッションのキャンペーン', 'キャンペーン'],
  },
  channel: {
    en: [
      'session default channel group',
      'session primary channel group (default channel group)',
      'session primary channel group',
      'sessiondefaultchannelgroup',
      'default channel grouping',
      'ga:channelgrouping',
    ],
    de: ['standardgruppierung für sitzungschannels', 'standard-channelgruppierung'],
    fr: ['groupe de canaux par défaut de la session', 'groupe de canaux par défaut'],
    es: ['grupo de canales predeterminado de la sesión', 'agrupación de canales predeterminada'],
    ja: ['セッションのデフォルト チャネル グループ', 'デフォルト チャネル グループ'],
  },
};

/** Spaces differ: around a slash, and between words of Japanese. */
const plain = (name: string): string => {
  const text = name.normalize('NFKC').toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ').trim();
  const close = text.replaceAll(/(?<!\s)\s*\/\s*/g, '/');
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(close) ? close.replaceAll(' ', '') : close;
};

interface KnownColumn {
  readonly column: GoogleColumn;
  readonly language: Language;
}

const KNOWN: ReadonlyMap<string, KnownColumn> = new Map(
  (Object.entries(NAMES) as [GoogleColumn, Names][])
    .flatMap(([column, names]) =>
      (Object.entries(names) as [Language, readonly string[]][]).flatMap(([language, of]) =>
        of.map((name): [string, KnownColumn] => [plain(name), { column, language }]),
      ),
    )
    // The last one counts: English, where a name is one of another language as well.
    .toSorted(([, a], [, b]) => Number(a.language === 'en') - Number(b.language === 'en')),
);

/** Returns the content of the column with a name; undefined for other names. */
export const googleColumn = (name: string): KnownColumn | undefined => KNOWN.get(plain(name));

/** True for a header, as a report has one for each of its tables. */
export const isGoogleHeader = (cells: readonly string[]): boolean =>
  googleColumn(cells[0] ?? '') !== undefined &&
  cells.slice(1).some((cell) => googleColumn(cell) !== undefined);
