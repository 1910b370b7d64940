/** Apps that name themselves as referrer, by the host of the service that they belong to. */
const HOSTS: Readonly<Record<string, string>> = {
  'com.google.android.gm': 'mail.google.com',
  'com.google.android.googlequicksearchbox': 'google.com',
  'com.google.android.youtube': 'youtube.com',
  'com.google.android.apps.searchlite': 'google.com',
  'com.microsoft.office.outlook': 'outlook.live.com',
  'com.yahoo.mobile.client.android.mail': 'mail.yahoo.com',
  'com.microsoft.bing': 'bing.com',
  'com.duckduckgo.mobile.android': 'duckduckgo.com',
  'com.facebook.katana': 'facebook.com',
  'com.facebook.lite': 'facebook.com',
  'com.facebook.orca': 'messenger.com',
  'com.instagram.android': 'instagram.com',
  'com.instagram.barcelona': 'threads.net',
  'com.linkedin.android': 'linkedin.com',
  'com.reddit.frontpage': 'reddit.com',
  'com.twitter.android': 'x.com',
  'com.pinterest': 'pinterest.com',
  'com.zhiliaoapp.musically': 'tiktok.com',
  'com.snapchat.android': 'snapchat.com',
  'com.whatsapp': 'whatsapp.com',
  'org.telegram.messenger': 'telegram.org',
  'com.discord': 'discord.com',
  'com.tumblr': 'tumblr.com',
  'com.openai.chatgpt': 'chatgpt.com',
  'com.anthropic.claude': 'claude.ai',
  'ai.perplexity.app.android': 'perplexity.ai',
  'com.slack': 'slack.com',
};

/** The service of an app that Android names as `android-app://<package>/`; else the package. */
export const appReferrer = (packageName: string): string =>
  Object.hasOwn(HOSTS, packageName) ? (HOSTS[packageName] ?? packageName) : packageName;
