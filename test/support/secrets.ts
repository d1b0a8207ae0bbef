/** A made-up secret in the words around it. */
export interface PlantedSecret {
  kind: string;
  secret: string;
  /** One or more lines that hold it. */
  text: string;
}

/** How one kind looks; `random` makes letters and digits that are the same in each run. */
type Make = (random: Random) => { secret: string; text?: string };

interface Random {
  /** Letters and digits. */
  mixed(length: number): string;
  upper(length: number): string;
  hex(length: number): string;
  digits(length: number): string;
}

/** Put together here piece by piece, so that this file holds no secret itself. */
const KINDS: Record<string, Make> = {
  'anthropic-key': (r) => ({ secret: `sk-${'ant'}-oat01-${r.mixed(60)}` }),
  'openai-key': (r) => ({ secret: `sk-${'proj'}-${r.mixed(64)}` }),
  'github-token': (r) => ({ secret: `gh${'p'}_${r.mixed(36)}` }),
  'aws-secret-access-key': (r) => {
    const secret = r.mixed(40);
    return { secret, text: `aws_secret_${'access'}_key = ${secret}` };
  },
  'aws-access-key-id': (r) => ({ secret: `AK${'IA'}${r.upper(16)}` }),
  'google-api-key': (r) => ({ secret: `AI${'za'}${r.mixed(35)}` }),
  'google-oauth-secret': (r) => ({ secret: `GOC${'SPX'}-${r.mixed(28)}` }),
  'stripe-key': (r) => ({ secret: `sk_${'live'}_${r.mixed(24)}` }),
  'slack-token': (r) => ({ secret: `xo${'xb'}-${r.digits(12)}-${r.digits(12)}-${r.mixed(24)}` }),
  'npm-access-token': (r) => ({ secret: `np${'m'}_${r.mixed(36)}` }),
  'gitlab-token': (r) => ({ secret: `gl${'pat'}-${r.mixed(20)}` }),
  'hugging-face-token': (r) => ({ secret: `h${'f'}_${r.mixed(34)}` }),
  'groq-key': (r) => ({ secret: `gs${'k'}_${r.mixed(52)}` }),
  'digitalocean-token': (r) => ({ secret: `dop_${'v1'}_${r.hex(64)}` }),
  'pypi-token': (r) => ({ secret: `pypi-${'AgE'}IcHlwaS5vcmc${r.mixed(80)}` }),
  'telegram-bot-token': (r) => ({ secret: `7${r.digits(9)}:${'AA'}${r.mixed(33)}` }),
  'age-key': (r) => ({ secret: `AGE-SECRET-${'KEY'}-1${r.upper(58)}` }),
  'private-key': (r) => {
    const name = `${'PRIVATE'} KEY`;
    const secret = `-----BEGIN OPENSSH ${name}-----\n${r.mixed(64)}\n${r.mixed(64)}\n-----END OPENSSH ${name}-----`;
    return { secret, text: `the key:\n${secret}` };
  },
  'azure-account-key': (r) => {
    const secret = `${r.mixed(86)}==`;
    return { secret, text: `DefaultEndpointsProtocol=https;AccountName=store;Account${'Key'}=${secret};` };
  },
  'connection-string': (r) => {
    const secret = r.mixed(14);
    return { secret, text: `REDIS_URL=redis://default:${secret}@cache.intern:6379/0` };
  },
  'postgre-sql-connection': (r) => {
    const secret = r.mixed(14);
    return { secret, text: `postgres://ines:${secret}@db.intern:5432/main` };
  },
  jwt: (r) => ({ secret: `ey${'J'}hbGciOiJIUzI1NiJ9.ey${'J'}${r.mixed(40)}.${r.mixed(43)}` }),
  'bearer-token': (r) => {
    const secret = r.mixed(40);
    return { secret, text: `curl -H "Authorization: Bearer ${secret}" https://api.example.net` };
  },
  password: (r) => {
    const secret = `${r.mixed(9)}!x`;
    return { secret, text: `DB_PASS${'WORD'}="${secret}"` };
  },
};

/** `each` secrets of every kind, all different, the same in each run. */
export function plantedSecrets(each = 3): PlantedSecret[] {
  const random = seeded(0x5ec2e7);
  return Object.entries(KINDS).flatMap(([kind, make]) =>
    Array.from({ length: each }, () => {
      const { secret, text = `use ${secret} for it` } = make(random);
      return { kind, secret, text };
    }),
  );
}

function seeded(seed: number): Random {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[next(letters.length)]).join('');
  const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return {
    // A digit and both cases in any case, for rules that ask for them.
    mixed: (length) =>
      `${pick(`${upper}${upper.toLowerCase()}0123456789`, length - 3)}${pick('23456789', 1)}${pick(upper, 1)}${pick('abcdef', 1)}`,
    upper: (length) => pick(`${upper}234567`, length),
    hex: (length) => pick('0123456789abcdef', length),
    digits: (length) => pick('123456789', length),
  };
}
