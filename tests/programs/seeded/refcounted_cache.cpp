// A cache of textures that count their users. A texture that nobody uses any more leaves the table and is deleted.
// BUG: acquire() counts the new user after it has given the lock back. When the last user releases the texture in
// between, it is deleted, and acquire() returns it all the same.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Texture {
public:
  Texture(std::string name, int edge) : m_name(std::move(name)), m_edge(edge), m_pixels(edge * edge, 7) {}

  const std::string& name() const { return m_name; }
  int edge() const { return m_edge; }
  int pixel(int x, int y) const { return m_pixels[static_cast<std::size_t>(y * m_edge + x)]; }

private:
  friend class TextureCache;

  std::atomic<int> m_users = 0;
  const std::string m_name;
  const int m_edge;
  std::vector<unsigned char> m_pixels;
};

class TextureCache {
public:
  ~TextureCache() { assert(m_textures.empty()); }

  Texture* acquire(const std::string& name) {
    std::unique_lock lock(m_mutex);
    auto [entry, isNew] = m_textures.try_emplace(name, nullptr);
    if (isNew)
      entry->second = load(name);
    Texture* texture = entry->second;
#ifdef BUG
    lock.unlock();
#endif
    texture->m_users++;
    return texture;
  }

  void release(Texture* texture) {
    std::lock_guard lock(m_mutex);
    if (--texture->m_users > 0)
      return;
    m_textures.erase(texture->name());
    delete texture;
  }

  std::size_t size() const {
    std::lock_guard lock(m_mutex);
    return m_textures.size();
  }

private:
  static Texture* load(const std::string& name) {
    return new Texture(name, 2);
  }

  mutable std::mutex m_mutex;
  std::map<std::string, Texture*> m_textures;
};

// Holds a texture for as long as it lives.
class TextureRef {
public:
  TextureRef(TextureCache& cache, const std::string& name) : m_cache(cache), m_texture(cache.acquire(name)) {}
  ~TextureRef() { m_cache.release(m_texture); }
  TextureRef(const TextureRef&) = delete;
  TextureRef& operator=(const TextureRef&) = delete;

  const Texture* operator->() const { return m_texture; }

private:
  TextureCache& m_cache;
  Texture* m_texture;
};

class Renderer {
public:
  explicit Renderer(TextureCache& cache) : m_cache(cache) {}

  int draw(const std::string& name) {
    TextureRef texture(m_cache, name);
    int sum = 0;
    for (int x = 0; x < texture->edge(); x++)
      sum += texture->pixel(x, 0);
    return sum;
  }

private:
  TextureCache& m_cache;
};

int main() {
  TextureCache cache;
  Renderer renderer(cache);
  std::thread preview([&renderer] { assert(renderer.draw("wall") == 14); });
  assert(renderer.draw("wall") == 14);
  preview.join();
  assert(cache.size() == 0);
}
