/**
 * Counts a batch of requests in Redis, by Redis' own clock, so that all gateways share one window.
 *
 * A budget is a hash: `s` is the sum of its window, `o` its oldest bucket, and each bucket has a
 * field of its own. ARGV: length of a bucket in milliseconds, buckets in a window, and for each
 * request the number of its budgets and the amount, followed by limit and extra for each budget. A
 * limit of 0 counts without asking. `extra` are uses that this gateway admitted while Redis was
 * away. The answer holds, for each request, 1 or 0, and for each of its budgets what was used
 * before the request and the milliseconds until some of it comes back.
 */
export const COUNT_SCRIPT = `
local bucket_ms, buckets = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local bucket = math.floor(now / bucket_ms)

local function slide(key)
  local state = redis.call('HMGET', key, 's', 'o')
  if not state[1] then return 0, bucket end
  local sum, oldest = tonumber(state[1]), tonumber(state[2])
  local before = oldest
  while oldest < bucket do
    local count = redis.call('HGET', key, oldest)
    if count then
      if oldest > bucket - buckets - 1 then break end
      sum = sum - count
      redis.call('HDEL', key, oldest)
    end
    oldest = oldest + 1
  end
  if oldest ~= before then redis.call('HSET', key, 's', sum, 'o', oldest) end
  return sum, oldest
end

local function add(key, oldest, amount)
  if redis.call('HINCRBY', key, 's', amount) == amount then redis.call('HSET', key, 'o', oldest) end
  redis.call('HINCRBY', key, bucket, amount)
  redis.call('PEXPIRE', key, (buckets + 2) * bucket_ms)
end

local answer, at, first = {}, 3, 1
while at <= #ARGV do
  local count, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  at = at + 2
  local admitted, oldests = 1, {}
  local mark = #answer + 1
  answer[mark] = 1
  for i = 0, count - 1 do
    local key, limit, extra = KEYS[first + i], tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    at = at + 2
    local sum, oldest = slide(key)
    if extra > 0 then
      add(key, oldest, extra)
      sum = sum + extra
    end
    if limit > 0 and sum + amount > limit then admitted = 0 end
    oldests[i] = oldest
    answer[#answer + 1] = sum
    answer[#answer + 1] = (oldest + buckets + 1) * bucket_ms - now
  end
  if admitted == 1 then
    for i = 0, count - 1 do add(KEYS[first + i], oldests[i], amount) end
  end
  answer[mark] = admitted
  first = first + count
end
return answer
`;
