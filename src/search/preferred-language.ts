import { languages, type Language } from './text/translate.ts'

/** Returns the first language of an `Accept-Language` header, if a search can be in it. */
export const preferredLanguage = (accept_language: string | null | undefined): Language | undefined => {
  const preferred = accept_language?.slice(0, 2).toLowerCase()
  return languages.find(language => language === preferred)
}
