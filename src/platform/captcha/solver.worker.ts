/** One worker of those that look for a solution: ALTCHA's own, in a file of ours, so that no policy has to allow another. */
import 'altcha/workers/pbkdf2'
