/** Checks of an avatar file in the browser, before it is cropped and uploaded. The image host checks it again. */

import { MAX_IMAGE_BYTES } from '#platform/images/sizes.ts'

export type AvatarProblem = { title: string; detail?: string }

const allowedTypes = ['image/jpeg', 'image/png', 'image/gif']

export const avatarProblems: Record<'kind' | 'empty' | 'large' | 'broken' | 'small', AvatarProblem> = {
  kind: { title: 'This file is not an image we can use', detail: 'Select a JPEG, PNG or GIF.' },
  empty: { title: 'This image is empty', detail: 'Select another one.' },
  large: { title: 'This image is too large', detail: 'Select an image that is 25 MB or less.' },
  broken: { title: 'This image is damaged or not complete', detail: 'Select another one.' },
  small: { title: 'This image is too small', detail: 'Select an image of at least 64 × 64 pixels.' },
}

export const findAvatarProblem = ({ type, size }: Pick<File, 'type' | 'size'>): AvatarProblem | undefined => {
  if (!allowedTypes.includes(type)) return avatarProblems.kind
  if (size < 1) return avatarProblems.empty
  return size > MAX_IMAGE_BYTES ? avatarProblems.large : undefined
}
