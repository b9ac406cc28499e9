// Readers share, a writer is alone.
#pragma once

#include <mutex>
#include <shared_mutex>

using ReadersWriterMutex = std::shared_mutex;
using ReadLock = std::shared_lock<ReadersWriterMutex>;
using WriteLock = std::unique_lock<ReadersWriterMutex>;
