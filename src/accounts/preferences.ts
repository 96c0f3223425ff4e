/** The email preferences: names in the registration request, and the slugs they are stored under. */
export const registrationPreferences = {
  email_longtake_films: 'longtake-films',
  email_blog_updates: 'blog-articles',
  email_marketing_updates: 'new-footage-big-updates',
} as const

export type RegistrationPreference = keyof typeof registrationPreferences
export type PreferenceSlug = (typeof registrationPreferences)[RegistrationPreference]

export const registrationPreferenceNames = Object.keys(registrationPreferences) as RegistrationPreference[]
export const preferenceSlugs = Object.values(registrationPreferences) as PreferenceSlug[]
