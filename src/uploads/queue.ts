/** Where uploads that have come wait to be checked; each is sent under its id. */
export const check_job = 'uploads.check'
