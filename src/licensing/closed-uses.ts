/** What a clip may not be licensed for, because of its releases. The license terms define the distributions. */
import type { MediaScope } from './license-use.ts'
import { BUYOUT_DISTRIBUTION_ID, distributionName } from './terms.ts'

export const EDITORIAL_LABEL = 'Editorial use only'
/** For documents; the license terms say the same. */
export const EDITORIAL_LIMIT_TEXT = `${EDITORIAL_LABEL}: for news, commentary and documentary, not for advertising`

/** True for a clip that may show what happened, but may not sell, promote or endorse. */
export const isEditorialOnly = (releases: readonly string[]): boolean => releases.includes('editorial')

/**
 * Whether an editorial clip can be licensed for a distribution, and why. A distribution stays open when news, commentary
 * or documentary can be shown there; the license says “Editorial use only” for the rest of it. It is closed when all of
 * it advertises or promotes.
 */
export const editorialRules: Readonly<Record<number, { is_open: boolean; reason: string }>> = {
  1: {
    is_open: true,
    reason: 'Training, presentations and reels stay inside a team and advertise nothing to the public.',
  },
  2: { is_open: false, reason: 'Booths and showrooms promote a company or its products.' },
  3: {
    is_open: true,
    reason: 'Websites and newsletters publish news and commentary. Ads there are a distribution of their own.',
  },
  [BUYOUT_DISTRIBUTION_ID]: { is_open: false, reason: 'A buyout of all media includes advertising.' },
  5: { is_open: false, reason: 'Every use of it is an advertisement.' },
  6: { is_open: true, reason: 'Streaming services show documentaries and news.' },
  7: { is_open: true, reason: 'Broadcasters show news and documentaries. Commercials need a clip with releases.' },
  8: { is_open: true, reason: 'Cinemas, festivals and museums show documentaries.' },
  9: { is_open: false, reason: 'Billboards and screens in public places advertise.' },
}

/** Returns why the clip cannot be licensed for a distribution; null when it can. */
export const getClosedReason = (releases: readonly string[], distribution_id: number): string | null => {
  if (!isEditorialOnly(releases)) return null
  const rule = editorialRules[distribution_id]
  return rule?.is_open ? null : (rule?.reason ?? 'It is not an editorial use.')
}

/** The part of a license that releases can close. `media` is that of a preferred rate. */
export type UseGrant = { distribution_ids: readonly number[]; media?: MediaScope }

/** Returns the uses that the releases close, such as "Out-of-Home" or "Web & Social with paid media". */
export const listClosedUses = (releases: readonly string[], grants: readonly UseGrant[]): string[] => {
  if (!isEditorialOnly(releases)) return []
  const names = grants.flatMap(({ distribution_ids, media }) =>
    distribution_ids.flatMap(id => {
      if (getClosedReason(releases, id) !== null) return distributionName(id)
      return media === 'paid' ? `${distributionName(id)} with paid media` : []
    }),
  )
  return [...new Set(names)]
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Further clips are only counted, to keep the sentence readable. */
const MAX_NAMED_CLIPS = 5

const listNames = (names: readonly string[]): string => {
  const others = names.length - MAX_NAMED_CLIPS
  return listFormat.format([
    ...names.slice(0, MAX_NAMED_CLIPS).map(name => `“${name}”`),
    ...(others > 0 ? [others === 1 ? '1 more clip' : `${others} more clips`] : []),
  ])
}

export type ReleasedClip = { name: string; releases: readonly string[] }

/**
 * Returns, for example, "“Ridge line” is for editorial use only, so some uses are closed for all of these clips."; null
 * when none of them or every one is editorial.
 */
export const getEditorialNote = (clips: readonly ReleasedClip[]): string | null => {
  const editorial = clips.filter(({ releases }) => isEditorialOnly(releases))
  if (editorial.length === 0 || editorial.length === clips.length) return null
  const verb = editorial.length === 1 ? 'is' : 'are'
  return `${listNames(editorial.map(({ name }) => name))} ${verb} for editorial use only, so some uses are closed for all of these clips.`
}

/**
 * Returns why these clips cannot have this license, such as "“Ridge line” is for editorial use only, so it can’t be
 * licensed for Out-of-Home."; null when they can. Names the clips that prevent it.
 */
export const getClosedRefusal = (clips: readonly ReleasedClip[], grants: readonly UseGrant[]): string | null => {
  const closedUses = clips.flatMap(({ name, releases }) => {
    const uses = listClosedUses(releases, grants)
    return uses.length > 0 ? [{ name, uses }] : []
  })
  const [first] = closedUses
  if (!first) return null
  const names = listNames(closedUses.map(({ name }) => name))
  const text =
    closedUses.length === 1
      ? `${names} is for editorial use only, so it can’t be`
      : `${names} are for editorial use only, so they can’t be`
  return `${text} licensed for ${listFormat.format(first.uses)}.`
}
